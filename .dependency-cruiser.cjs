/** The import rules: inner layers do not import outer ones. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  comment: `${from} may import only ${allowed.flat().join(', ') || 'packages'}`,
  from: { path: from },
  to: { path: '^(src|db|schema|web|bench|test)/', pathNot: [from, ...allowed.flat()] },
});

// What every folder may use: pure code about money, ids, errors and texts, and how an operation is described and run.
const KERNEL = '^src/kernel/';
const DOMAINS = '^src/[^/]+/domain/';
const OPERATIONS = '^src/operations/';
// One folder for each thing that the service does for its users.
const CAPABILITIES =
  '^src/(admin|audit|banks|callbacks|days|payments|payouts|presence|reconciliation|sandbox|search|transactions)/';
// The interfaces that the outer layers implement. Each is in the folder of its consumer.
const PORTS = [
  '^src/[^/]+/limits[.]ts$',
  '^src/operations/(database|observer|read-scope|runtime)[.]ts$',
  '^src/transactions/(bus|change)[.]ts$',
  '^src/banks/(bank-directory|remote/copy-store)[.]ts$',
  '^src/admin/client-directory[.]ts$',
  '^src/callbacks/outbox[.]ts$',
  '^src/[^/]+/store[.]ts$',
  '^src/[^/]+/[a-z-]+-store[.]ts$',
];
// The lists of commands and queries, whose names and types operations use.
const DATABASE_NAMES = '^db/names[.]ts$';
// The packages that the build puts into the programs, so that an installed service needs none of them.
const BUNDLED = [
  '@graphql-yoga/render-graphiql',
  '@koa/router',
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-base',
  '@pothos/core',
  '@pothos/plugin-relay',
  // The client's are dependencies of its own package.
  '@trpc/client',
  '@trpc/server',
  '@whatwg-node/fetch',
  'any-ascii',
  'commander',
  'csv-parse',
  'fflate',
  'graphql',
  'graphql-yoga',
  'ibantools',
  'ipaddr.js',
  'koa',
  'koa-bodyparser',
  'kysely',
  'pg',
  'pino',
  'prom-client',
  'rate-limiter-flexible',
  'saxes',
  'slugify',
  'undici',
  'uqr',
  'zod',
  'zod-openapi',
];
// The modules that put the parts together. `src/dev` builds them.
const ROOTS = '^src/([^/]+[.]ts$|(config|dev|service)/|maintenance/[^/]+[.]ts$)';

// The operations that the surfaces offer.
const OPERATION_LIST = '^src/surfaces/operation-list[.]ts$';
// Surfaces may import a few parts of src/http: their interface, the readers of forms and JSON, the Fetch adapter, and
// the writer of content that is the same for everybody.
const SURFACE_MAY_IMPORT = [
  KERNEL,
  DOMAINS,
  OPERATIONS,
  CAPABILITIES,
  OPERATION_LIST,
  '^src/http/(surface|form|head|json|json-scan|fetch|static|limits)[.]ts$',
];

// Only one module says what a spreadsheet takes for a formula.
const FORMULAS = '^src/kernel/table-files/formulas[.]ts$';
// Only one module says which names are those of one person.
const PERSON = '^src/kernel/person[.]ts$';
const SIGNED_TEXT = '^src/client/signed-text[.]ts$';

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    // The client alone says what is signed. It imports no other code of this project.
    only('kernel-stands-alone', KERNEL, []),
    only('domains-are-pure', DOMAINS, [KERNEL, SIGNED_TEXT]),
    {
      name: 'domains-have-no-io',
      severity: 'error',
      from: { path: [KERNEL, DOMAINS] },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    only('operations-know-ports', OPERATIONS, [KERNEL, DOMAINS, PORTS, DATABASE_NAMES]),
    {
      name: 'operations-know-names-of-the-database',
      severity: 'error',
      comment: 'src/operations/database.ts imports the types of commands and queries, and nothing else of db',
      from: { path: OPERATIONS },
      to: { path: DATABASE_NAMES, dependencyTypesNot: ['type-only'] },
    },
    only('capabilities-know-operations', CAPABILITIES, [KERNEL, DOMAINS, OPERATIONS, SIGNED_TEXT]),
    only('rest-is-an-adapter', '^src/surfaces/(rest|openapi)/', SURFACE_MAY_IMPORT),
    only('trpc-is-an-adapter', '^src/surfaces/trpc/', SURFACE_MAY_IMPORT),
    // The client runs in browsers: it may import types of the service, and nothing of Node.
    only('client-stands-alone', '^src/client/', ['^src/surfaces/trpc/(router|types)[.]ts$']),
    {
      name: 'client-knows-only-types',
      severity: 'error',
      from: { path: '^src/client/' },
      to: { path: '^src/', pathNot: '^src/client/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'client-runs-in-browsers',
      severity: 'error',
      from: { path: '^src/client/' },
      to: { dependencyTypes: ['core'] },
    },
    // The command of the published client runs in Node, and imports only the client.
    only('client-command-knows-the-client', '^src/client-command/', ['^src/client/']),
    only('schema-is-an-adapter', '^schema/', SURFACE_MAY_IMPORT),
    only('cli-is-an-adapter', '^src/surfaces/cli/', [
      KERNEL,
      DOMAINS,
      OPERATIONS,
      CAPABILITIES,
      OPERATION_LIST,
      '^src/client/',
      '^src/client-command/',
    ]),
    only('db-implements-ports', '^db/', [PORTS, KERNEL, DOMAINS]),
    {
      name: 'engines-know-which-they-are',
      severity: 'error',
      comment:
        'what differs between the databases is a function of db/engines/statements.ts, or a word of a compiler',
      from: { path: '^(src|db|schema)/', pathNot: '^db/engines/' },
      to: { path: '^db/engines/engine-sql[.]ts$' },
    },
    // A thread starts for each file. The library that checks profiles would take as long to load as everything else.
    {
      name: 'readers-are-given-checked-profiles',
      severity: 'error',
      from: {
        path: '^src/statements/',
        pathNot: '^src/statements/(profiles/|(profile-catalog|reading)[.]ts$)',
      },
      to: {
        path: '^src/statements/profiles/',
        pathNot: '/(column-(name|roles)|status-words)[.]ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    // The readers run in a thread, whose sources are bundled in tests and development.
    only('readers-know-the-domain', '^src/statements/', [
      PORTS,
      KERNEL,
      DOMAINS,
      '^db/engines/sqlite/thread-entry[.]ts$',
    ]),
    only('observers-implement-ports', '^src/observe/', [PORTS, KERNEL, DOMAINS]),
    {
      name: 'one-folder-knows-prometheus',
      severity: 'error',
      from: { path: '^(src|db|schema)/', pathNot: '^src/observe/metrics/' },
      to: { path: 'node_modules/prom-client' },
    },
    {
      name: 'one-file-knows-opentelemetry',
      severity: 'error',
      from: { path: '^(src|db|schema)/', pathNot: '^src/observe/open-telemetry[.]ts$' },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    // Code that runs next to requests uses the stores, and no operations.
    only('callbacks-are-sent-by-ports', '^src/callbacks/(sending|worker)/', [PORTS, KERNEL, DOMAINS]),
    only('jobs-know-ports', '^src/(transactions|reconciliation)/jobs/', [PORTS, KERNEL, DOMAINS]),
    // The bytes of a bank file depend only on a batch and a profile.
    only('bank-files-are-pure', '^src/payouts/files/', [
      KERNEL,
      '^src/payouts/domain/(batch|content|file-ids)[.]ts$',
    ]),
    {
      name: 'bank-files-have-no-io',
      severity: 'error',
      from: { path: '^src/payouts/files/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    // The remote directory checks a bank's _id with the schema of a request's bankId.
    only('banks-implement-ports', '^src/banks/remote/', [
      PORTS,
      SIGNED_TEXT,
      KERNEL,
      DOMAINS,
      '^src/operations/fields[.]ts$',
    ]),
    only('pages-are-an-adapter', '^src/surfaces/pages/', SURFACE_MAY_IMPORT),
    only('http-knows-operations', '^src/http/', [KERNEL, DOMAINS, OPERATIONS, CAPABILITIES, '^src/access/']),
    only('access-knows-operations', '^src/access/[^/]+[.]ts$', [
      KERNEL,
      DOMAINS,
      OPERATIONS,
      CAPABILITIES,
      '^src/http/',
    ]),
    // The pages run in browsers: they may import types of the service and its published client, and nothing of Node.
    only('payment-page-stands-alone', '^web/pay/', [
      '^src/surfaces/(trpc/router|pages/texts/en)[.]ts$',
      '^src/client/',
    ]),
    only('console-stands-alone', '^web/console/', [
      '^src/client/',
      '^src/reconciliation/domain/file-problems[.]ts$',
      FORMULAS,
      PERSON,
    ]),
    only('docs-page-stands-alone', '^web/docs/', ['^src/client/']),
    {
      name: 'pages-know-only-types',
      severity: 'error',
      from: { path: '^web/[^/]+/' },
      to: { path: '^src/', pathNot: ['^src/client/', FORMULAS, PERSON], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pages-run-in-browsers',
      severity: 'error',
      from: { path: '^web/[^/]+/', pathNot: '^web/guide-build/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'nothing-imports-the-roots',
      severity: 'error',
      from: { path: '^(src/[^/]+/|db/|schema/)', pathNot: ROOTS },
      to: { path: ROOTS },
    },
    {
      name: 'production-code-needs-no-tests',
      severity: 'error',
      from: { path: '^(src|db|schema|web)/' },
      to: { path: '^(test|bench)/' },
    },
    // The benchmark measures the built service from another process, independent of its code.
    // The readers of files, the identity of lines and the rules of matching are pure: they are measured without a server.
    only('bench-stands-alone', '^bench/', [
      '^test/support/(postgres-server|random|statements/write-(camt|camt-entry|csv|mt940|xlsx))[.]ts$',
      KERNEL,
      '^src/(reconciliation|transactions)/domain/',
      '^src/statements/((camt|mt940|table)[.]ts$|profiles/index[.]ts$)',
      '^src/reconciliation/(survey|find-account|import-store)[.]ts$',
    ]),
    {
      name: 'no-development-dependencies-at-run-time',
      severity: 'error',
      from: { path: '^(src|db|schema)/', pathNot: '[.]dev[.]ts$' },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: `^node_modules/(${BUNDLED.join('|')})/`,
      },
    },
    {
      // Each thread compiles what it loads again, and the schema library is as large as everything else it needs.
      name: 'threads-of-sqlite-load-no-schema-library',
      severity: 'error',
      from: { path: '^db/engines/sqlite/[a-z]+-thread[.]ts$' },
      to: { path: '^node_modules/zod/', reachable: true },
    },
    {
      // Compiled code never loads a development module.
      name: 'development-modules-load-on-demand',
      severity: 'error',
      from: { path: '^(src|db|schema)/', pathNot: '[.]dev[.]ts$' },
      to: { path: '[.]dev[.]ts$', dependencyTypesNot: ['dynamic-import'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Generated documents.
    exclude: { path: '/gql/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node'] },
  },
};
