/** The import rules: inner layers do not import outer ones. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  comment: `${from} may import only ${allowed.join(', ') || 'packages'}`,
  from: { path: from },
  to: { path: '^(src|db|schema|web|bench|test)/', pathNot: [from, ...allowed] },
});

// The interfaces that the outer layers implement. Each is in the folder of its consumer.
const PORTS =
  '^src/operations/(observer|read-scope|runtime|tracing|sandbox/store|admin/((bank|client)-directory|(blacklist|people|reason-template)-store)|audit/store|callbacks/store|reconciliation/((|import-|line-|policy-|preview-|profile-|read-)store)|transactions/(bus|change-transport|store|desk-store))[.]ts$';
// What puts the parts together. `src/dev` builds them.
const ROOTS = '^src/([^/]+[.]ts$|(command-line|config|context|dev|maintenance|secrets|service)/)';
const OUTBOX = '^src/callbacks/outbox[.]ts$';
const BANK_COPIES = '^src/banks/copy-store[.]ts$';

// Surfaces may import a few parts of src/http: their interface, the readers of forms and JSON, the Fetch adapter, and
// the writer of what is the same for everybody.
const SURFACE_MAY_IMPORT = [
  '^src/operations/',
  '^src/domain/',
  '^src/http/(surface|form|query|json|fetch|static)[.]ts$',
];

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    only('domain-is-pure', '^src/domain/', []),
    {
      name: 'domain-has-no-io',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    only('operations-know-the-domain', '^src/operations/', ['^src/domain/']),
    only('rest-is-an-adapter', '^src/rest/', SURFACE_MAY_IMPORT),
    only('trpc-is-an-adapter', '^src/trpc/', SURFACE_MAY_IMPORT),
    // The client runs in browsers: it may import types of the service, and nothing of Node.
    only('client-stands-alone', '^src/client/', ['^src/trpc/(router|types)[.]ts$']),
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
    only('schema-is-an-adapter', '^schema/', SURFACE_MAY_IMPORT),
    only('cli-is-an-adapter', '^src/cli/', ['^src/operations/', '^src/domain/', '^src/client/']),
    only('db-implements-ports', '^db/', [PORTS, OUTBOX, BANK_COPIES, '^src/domain/']),
    // A thread starts for each file. The library that checks profiles would take as long to load as all else of it.
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
      '^src/domain/',
      '^db/engines/sqlite/bundle-thread[.]dev[.]ts$',
    ]),
    only('metrics-implement-ports', '^src/metrics/', [PORTS, '^src/domain/']),
    only('tracing-implements-ports', '^src/tracing/', [PORTS, '^src/domain/']),
    {
      name: 'one-folder-knows-prometheus',
      severity: 'error',
      from: { path: '^(src|db|schema)/', pathNot: '^src/metrics/' },
      to: { path: 'node_modules/prom-client' },
    },
    {
      name: 'one-folder-knows-opentelemetry',
      severity: 'error',
      from: { path: '^(src|db|schema)/', pathNot: '^src/tracing/' },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    only('callbacks-implement-ports', '^src/callbacks/', [PORTS, '^src/domain/']),
    only('jobs-run-beside-requests', '^src/jobs/', [PORTS, '^src/callbacks/', '^src/banks/', '^src/domain/']),
    // The remote directory checks a bank's _id with the schema of a request's bankId.
    only('banks-implement-ports', '^src/banks/', [PORTS, '^src/operations/fields[.]ts$', '^src/domain/']),
    only('pages-are-an-adapter', '^src/pages/', SURFACE_MAY_IMPORT),
    {
      name: 'http-knows-operations',
      severity: 'error',
      from: { path: '^src/http/' },
      to: {
        path: '^(src|db|schema|web|bench|test)/',
        pathNot: ['^src/http/', '^src/operations/', '^src/domain/'],
      },
    },
    // The pages run in browsers: they may import types of the service and its published client, and nothing of Node.
    only('payment-page-stands-alone', '^web/pay/', ['^src/trpc/router[.]ts$', '^src/client/']),
    only('console-stands-alone', '^web/console/', ['^src/client/']),
    only('docs-page-stands-alone', '^web/docs/', ['^src/client/']),
    {
      name: 'pages-know-only-types',
      severity: 'error',
      from: { path: '^web/[^/]+/' },
      to: { path: '^src/', pathNot: '^src/client/', dependencyTypesNot: ['type-only'] },
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
      '^src/domain/(matching/|(line-key|reference|statement)[.]ts$)',
      '^src/statements/((camt|mt940|table)[.]ts$|profiles/index[.]ts$)',
      '^src/operations/reconciliation/(survey|find-account|import-store)[.]ts$',
    ]),
    {
      name: 'no-development-dependencies-at-run-time',
      severity: 'error',
      from: { path: '^(src|db|schema)/', pathNot: '[.]dev[.]ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
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
