import { join } from 'node:path';
import { run, writeProject } from './consumer-project.ts';
import { printedBelow, SECRET } from './framework-receivers.ts';
import { signCallback } from './signed-callback.ts';

/** The `libraries` of a checkout of github.com/standard-webhooks/standard-webhooks; undefined without one. */
export const STANDARD_WEBHOOKS = process.env.STANDARD_WEBHOOKS;

const GO_MODULE = 'github.com/standard-webhooks/standard-webhooks/libraries';

interface LibraryProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

/** Programs that give the headers and the body of the file `given.json` to the printed function, and print its amount. */
export function libraryPrograms(libraries: string): Readonly<Record<string, LibraryProgram>> {
  return {
    Python: {
      program: 'python3',
      args: ['main.py'],
      files: {
        'callbacks.py': printedBelow('Python'),
        'main.py':
          'import json\nfrom callbacks import read_callback\ngiven = json.load(open("given.json"))\n' +
          'print(read_callback(given["headers"], given["body"].encode())["amount"])\n',
      },
      env: { PYTHONPATH: join(libraries, 'python') },
    },
    PHP: {
      program: 'php',
      args: ['main.php'],
      files: {
        'callbacks.php': printedBelow('PHP'),
        'main.php':
          `<?php\nspl_autoload_register(fn ($name) => require '${libraries}/php/src/' .\n` +
          "  str_replace(['StandardWebhooks\\\\', '\\\\'], ['', '/'], $name) . '.php');\n" +
          "require 'callbacks.php';\n$given = json_decode(file_get_contents('given.json'), true);\n" +
          "echo readCallback($given['headers'], $given['body'])['amount'];\n",
      },
      env: {},
    },
    Go: {
      program: 'go',
      args: ['run', '.'],
      files: {
        'callbacks/callbacks.go': printedBelow('Go'),
        'main.go': GO_MAIN,
        'go.mod': `module shop\n\ngo 1.19\n\nrequire ${GO_MODULE} v0.0.0\n\nreplace ${GO_MODULE} => ${libraries}\n`,
      },
      env: { GOFLAGS: '-mod=mod', GOPROXY: 'off' },
    },
  };
}

const GO_MAIN = `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"shop/callbacks"
	"strings"
)

func main() {
	var given struct {
		Headers map[string]string
		Body    string
	}
	text, _ := os.ReadFile("given.json")
	json.Unmarshal(text, &given)
	request, _ := http.NewRequest("POST", "/", strings.NewReader(given.Body))
	for name, value := range given.Headers {
		request.Header.Set(name, value)
	}
	callback, err := callbacks.Read(request)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Print(callback.Amount)
}
`;

/** Runs a program with a callback. @returns its exit code and what it printed. */
export async function runLibrary(
  folder: string,
  { program, args, files, env }: LibraryProgram,
  secret: string,
) {
  const given = signCallback({ amount: 499.5 }, { secret });
  writeProject(folder, { ...files, 'given.json': given });
  const settings = { ...env, BANK_TRANSFERS_SECRET: SECRET };
  const { code, stdout } = await run(folder, 'env', [
    ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    program,
    ...args,
  ]);
  return { code, stdout: stdout.trim() };
}
