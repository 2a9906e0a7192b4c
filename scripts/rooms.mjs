/**
 * @file Long: one entry a room. The rooms of the repository: all folders with code, in order. A file may import from its
 * own room and from rooms before it, never from rooms after it; type imports and dynamic imports count too.
 * scripts/lint/rooms.mjs enforces this, and that every folder is in this table. `node scripts/roomsPage.mjs` writes the
 * table into docs/rooms.md.
 *
 * An area is a package or an app; its rooms are named by their folders in it. `*` stands for one folder of any name.
 * Such folders never import each other, so what two of them need comes before them. A line with `apartFromPrevious` and
 * the line before it never import each other either. Tests may also import rooms that are `forTests`; in an area with
 * `testsEverything` they may import all of it. An area that is `forTests` counts as a test of the areas before it.
 */

/**
 * @typedef {object} Room
 * @property {string} folder in its area; empty for the area's own folder
 * @property {string} is what it holds
 * @property {boolean} [apartFromPrevious] it and the one before it never import each other
 * @property {boolean} [forTests] only tests import it
 * @property {readonly string[]} [importsOnly] the other areas that it imports, instead of those of its area
 */

/**
 * @typedef {object} Area
 * @property {string} folder
 * @property {string} is
 * @property {boolean} [apartFromPrevious]
 * @property {readonly string[]} [importsOnly] the areas that it imports; nothing else, no package, no module of Node
 * @property {boolean} [testsEverything]
 * @property {boolean} [forTests] it only tests or measures the other areas
 * @property {readonly Room[]} rooms
 * @property {readonly PartialAccess[]} [partialAccess]
 * @property {readonly RestrictedImport[]} [restrictedImports]
 */

/**
 * @typedef {object} PartialAccess Limits which files of an earlier room some rooms may import.
 * @property {string} rooms the beginning of the folders of these rooms
 * @property {string} of the folder of the earlier room
 * @property {readonly string[]} files the files that they may import
 * @property {string} why
 */

/**
 * @typedef {object} RestrictedImport Another area, or a room of it, that only one room, and the rooms inside it, may import.
 * @property {string} to the folder of the other area or room
 * @property {string} [room] the folder of that room; without it, and without `notFrom`, no room may
 * @property {string} [notFrom] the folder whose rooms may not import it, while all others may
 * @property {string} why
 */

/** @type {readonly Area[]} */
export const AREAS = [
  {
    folder: 'packages/contract',
    is: 'everything that crosses a wire',
    rooms: [
      { folder: 'src', is: 'schemas and their types, live frames, MQTT topics, errors' },
      { folder: 'src/calls', is: 'the table of REST calls, one file per resource' },
    ],
  },
  {
    folder: 'packages/controller',
    is: 'what the numbers mean to a traffic engineer',
    apartFromPrevious: true,
    importsOnly: [],
    testsEverything: true,
    rooms: [
      {
        folder: 'src',
        is: 'wire keys, settings as read, cycle, schedule, lamps, delivery of one value',
      },
      { folder: 'src/checks', is: 'the checks of settings (V1-V12)' },
      { folder: 'src/settingTable', is: 'one row per setting: its keys, reading, writing, delivery, checks' },
      { folder: 'src/engine', is: 'the signal engine' },
      { folder: 'src/testing', is: 'settings and streets for tests', forTests: true },
    ],
  },
  {
    folder: 'packages/client',
    is: 'the one client of the wire, for browsers and Node',
    rooms: [
      { folder: 'src', is: 'typed calls, the live connection, sign-in of programs' },
      { folder: 'src/program', is: 'what programs have in common: when they stop, settings that several of them read' },
      { folder: 'src/doctor', is: 'probes of what a platform of the family lets its clients do, each with the remedy' },
      { folder: 'src/testing', is: 'a clock, sockets and tokens for tests', forTests: true },
    ],
  },
  {
    folder: 'packages/observer',
    is: 'what the street really does, and did',
    importsOnly: ['packages/controller'],
    testsEverything: true,
    rooms: [
      { folder: 'src', is: 'samples, readings, cycles, records, incidents; the observer' },
      { folder: 'src/rules', is: 'one file per incident, with its thresholds and its words' },
      { folder: 'src/testing', is: 'streets and the slow oracle for tests', forTests: true },
      {
        folder: 'src/replay',
        is: 'any second of a junction, from what was kept: quarters of an hour, what held when, columns of a drawing',
        importsOnly: ['packages/contract', 'packages/controller'],
      },
      {
        folder: 'src/conformity',
        is: 'how well a junction keeps to its settings: what differs in a cycle, sums of days, their figures',
        importsOnly: ['packages/contract', 'packages/controller'],
        apartFromPrevious: true,
      },
      {
        folder: 'src/conformity/reading',
        is: "reads what a platform has of a junction's days",
        importsOnly: ['packages/contract', 'packages/controller', 'packages/client'],
      },
      {
        folder: 'src/conformity/testing',
        is: 'streets with faults and a naive recount for tests',
        forTests: true,
      },
    ],
  },
  {
    folder: 'packages/coordination',
    is: 'green waves: what junctions of a street can do together',
    importsOnly: ['packages/controller'],
    testsEverything: true,
    rooms: [
      { folder: 'src', is: 'corridors, bands of given timings, the best timings, common cycles, diagrams' },
      { folder: 'src/calculators', is: 'yellow, clearance, cycle, splits and delay by the usual formulas' },
      { folder: 'src/testing', is: 'corridors and independent solvers for tests', forTests: true },
    ],
  },
  {
    folder: 'packages/changes',
    is: 'changes of settings, and their records',
    rooms: [
      { folder: 'src', is: 'writes changes with their records, reads them back, compares and restores' },
      { folder: 'src/testing', is: 'a device that fails, for tests', forTests: true },
    ],
  },
  {
    folder: 'packages/rollout',
    is: 'one change for many junctions, sent in stages',
    rooms: [
      { folder: 'src', is: 'what is copied, previews, the next step, who sends, and what became of each junction' },
      { folder: 'src/testing', is: 'a city in memory, for tests', forTests: true },
    ],
  },
  {
    folder: 'packages/transfer',
    is: 'what goes in and out as files',
    rooms: [
      {
        folder: 'src',
        is: 'settings of junctions as JSON and CSV; lists of devices, customers and users; what an import would do',
      },
      { folder: 'src/copy', is: 'copies what a city has from one platform to another' },
    ],
  },
  {
    folder: 'packages/evidence',
    is: 'what is taken out of history, and proved',
    rooms: [
      { folder: 'src/tables', is: 'the history of a junction as tables: seconds, cycles, events, settings' },
      { folder: 'src', is: 'the package of evidence: its manifest, signature and seal, and verifying' },
      { folder: 'src/testing', is: 'what a platform has kept of a junction, for tests', forTests: true },
    ],
  },
  {
    folder: 'packages/harness',
    is: 'what tests and benchmarks share',
    rooms: [
      {
        folder: 'src',
        is: "a platform as its own process, devices by the thousand, a proxy that knows the console's calls and a ThingsBoard's manners",
      },
    ],
  },
  {
    folder: 'apps/platform',
    is: 'the platform',
    testsEverything: true,
    rooms: [
      { folder: 'src/limits', is: 'the limits, each with the failure that it prevents' },
      { folder: 'src/meter', is: 'what parts report of their work, and whether the platform is ready' },
      { folder: 'src/threads', is: 'requests to worker threads' },
      { folder: 'src/connections', is: 'limits of open connections, and what counts as one address' },
      {
        folder: 'src/sqlite',
        is: 'SQLite itself: migrations, transactions, and to which installation a file belongs',
      },
      { folder: 'src/data/clock', is: "what time it is when the machine's clock may be wrong" },
      { folder: 'src/data/port', is: 'interfaces: what callers ask of values, and what memory asks of the disk' },
      { folder: 'src/data/values', is: 'single values: their types, sizes and text forms' },
      {
        folder: 'src/data/memory',
        is: 'latest values and attributes of all devices, customers and assets, and the writes that wait for their commit',
      },
      {
        folder: 'src/data/journal',
        is: '`telemetry.db`: rows in the order in which they came, and the values that are settled',
      },
      { folder: 'src/data/history', is: 'one database for each day of arrival, and for each month of records' },
      { folder: 'src/data/worker', is: 'the threads that commit, settle and read history' },
      {
        folder: 'src/store',
        is: 'entities in memory and in `greenwave.db`; opens, backs up and restores a data folder',
      },
      { folder: 'src/audit', is: 'the audit log, written by `audited(action, work)` around every write' },
      { folder: 'src/access', is: 'who calls and what they may; accounts, passwords, sessions' },
      { folder: 'src/access/secondFactor', is: 'codes, passkeys, recovery codes' },
      { folder: 'src/access/oidc', is: 'sign-in through a provider outside, by OpenID Connect' },
      { folder: 'src/access/signIn', is: 'the steps of a sign-in, tokens, and the object that joins all of access' },
      { folder: 'src/activity', is: 'the rule by which a device counts as active' },
      { folder: 'src/entities/query', is: 'queries over many entities: conditions, order, values, in slices of time' },
      { folder: 'src/entities', is: 'the rules of users, customers, devices, assets, their values and alarms' },
      { folder: 'src/mqtt/session', is: "one device's connection and session, and what its handlers work with" },
      { folder: 'src/mqtt/uplinks', is: 'what devices send' },
      { folder: 'src/mqtt/handlers', is: 'packets of devices, one file each' },
      { folder: 'src/mqtt', is: 'where devices connect' },
      { folder: 'src/tiles', is: "the archive of map tiles: what it says of itself, one tile's bytes" },
      { folder: 'src/http', is: 'REST, one file per resource' },
      { folder: 'src/live', is: 'the live socket: subscriptions and send queue' },
      { folder: 'src/deviceApi', is: 'devices over HTTP', apartFromPrevious: true },
      { folder: 'src/operation', is: 'metrics of a running platform, and the port where they are read' },
      { folder: 'src/start', is: 'settings, and what is built from them: a platform, or the front of another one' },
      { folder: 'src/doctor', is: 'what may be wrong with an installation: one file a check' },
      { folder: 'src/cli/demo', is: "the faults of the demonstration's controllers, and when they come" },
      { folder: 'src/cli', is: 'the commands that run the platform or need its data folder, one file each' },
      { folder: 'src', is: '`main.ts`, which runs the command' },
      { folder: 'src/testing', is: 'stores, platforms, callers and devices for tests', forTests: true },
      { folder: 'contract-tests', is: 'what every platform of the ThingsBoard family must answer', forTests: true },
      { folder: 'soak/scene', is: 'what attacks and mishaps share', forTests: true },
      { folder: 'soak/attacks', is: 'the attacks, one file each', forTests: true },
      { folder: 'soak/soaks', is: 'the mishaps and the long tests, one file each', forTests: true },
      { folder: 'soak', is: 'runs them beside a platform that has promises to keep', forTests: true },
    ],
    restrictedImports: ['controller', 'observer', 'coordination', 'changes', 'rollout', 'transfer'].map((name) => ({
      to: `packages/${name}`,
      why: 'nothing in the platform knows what a lamp is',
    })),
  },
  {
    folder: 'apps/cli',
    is: 'the commands that work over the wire',
    apartFromPrevious: true,
    testsEverything: true,
    rooms: [
      { folder: 'src/tables', is: 'tables as lines of the command line' },
      { folder: 'src/demo', is: 'the junctions, customers and corridors of the demonstration' },
      { folder: 'src/export', is: 'the files that are exported: of a part that can be resumed, CSV, Parquet' },
      { folder: 'src/rollout', is: 'lines about a rollout' },
      { folder: 'src/transfer', is: 'lines about files that go in and out' },
      { folder: 'src/corridor', is: 'the file of a corridor, and lines about its green wave' },
      { folder: 'src/trafficModel', is: 'a corridor as a model of SUMO, its runs, and what they show' },
      { folder: 'src', is: 'the commands, one file each, and `main.ts`, which runs one' },
      { folder: 'src/testing', is: 'cities to copy and a front that fails, for tests', forTests: true },
    ],
  },
  {
    folder: 'apps/simulator',
    is: 'virtual controllers',
    apartFromPrevious: true,
    rooms: [
      { folder: 'src', is: 'the signal engine behind an MQTT client, its faults, the fleet' },
      { folder: 'src/testing', is: 'virtual controllers in simulated time', forTests: true },
    ],
  },
  {
    folder: 'apps/watcher',
    is: 'the watcher',
    apartFromPrevious: true,
    rooms: [
      { folder: 'src/fleet', is: 'who is watched: lists, shares, what a watcher before left open' },
      {
        folder: 'src/intake',
        is: 'what is heard of each junction, over the live socket and from history, and its observer',
      },
      { folder: 'src/acts', is: 'what is written: alarms, states, pulses, records, through queues' },
      { folder: 'src/holds', is: 'the ends of holds, at their time' },
      { folder: 'src/rollouts', is: 'changes of many junctions whose time has come' },
      { folder: 'src/waves', is: 'the green waves of corridors: what is planned, what is seen, and what breaks them' },
      { folder: 'src/tell/words', is: 'the words of messages, one file per language' },
      { folder: 'src/tell', is: 'messages to people: who is told of what, when, and by which channel' },
      { folder: 'src', is: 'the watcher of these parts, and its process' },
      { folder: 'src/testing', is: 'streets with controllers and watchers for tests', forTests: true },
      { folder: 'src/city', is: 'tests of whole cities, in the time of the street', forTests: true },
    ],
  },
  {
    folder: 'apps/console',
    is: 'the console',
    apartFromPrevious: true,
    rooms: [
      { folder: 'src', is: 'declarations for modules that have no types' },
      { folder: 'src/texts/default', is: 'the words of the specification' },
      { folder: 'src/texts', is: 'lookup of texts' },
      { folder: 'src/texts/*', is: 'one language pack each' },
      { folder: 'src/data', is: 'calls, session, live topics: the only room that knows the network' },
      { folder: 'src/ui/theme', is: 'colours, sizes, letters' },
      { folder: 'src/ui/states', is: 'loading, failed, empty, and tags' },
      { folder: 'src/ui/page', is: 'cards, titles, dates' },
      { folder: 'src/ui/plots', is: 'the one wrapper of the plotting library' },
      { folder: 'src/ui/map', is: 'the map under everything that has a place' },
      { folder: 'src/ui/notices', is: 'short-lived messages' },
      { folder: 'src/ui/forms', is: 'fields, their errors, protection against sending twice' },
      { folder: 'src/ui/dialogs', is: 'the frames of dialogs and their questions' },
      { folder: 'src/ui/lists', is: 'pages that list, search and sort' },
      { folder: 'src/data/device/street', is: 'what is seen of the street' },
      { folder: 'src/data/device/settings', is: 'settings and their deliveries' },
      { folder: 'src/data/device', is: 'the model of a device, outside React, and what is derived from it' },
      { folder: 'src/data/queries', is: 'queries, one file per resource', apartFromPrevious: true },
      { folder: 'src/data/fleet', is: 'all junctions and their open incidents, outside React' },
      { folder: 'src/data/history', is: 'the past of one junction as far as it was read, outside React' },
      { folder: 'src/data/rollouts', is: 'the changes of many junctions that this tab sends, outside React' },
      { folder: 'src/data/reports', is: 'reports as they are read, outside React' },
      { folder: 'src/shared/tape', is: 'the rows of a tape on a canvas' },
      { folder: 'src/shared', is: 'what several features need: words of settings, choices of junctions and customers' },
      { folder: 'src/features/*/model', is: 'forms, addresses, and computations without React components' },
      { folder: 'src/features/*/words', is: 'its texts' },
      { folder: 'src/features/*/parts', is: 'parts of its pages' },
      { folder: 'src/features/*/dialogs', is: 'its dialogs' },
      { folder: 'src/features/*', is: 'its pages' },
      { folder: 'src/app/shell', is: 'the parts around each page' },
      { folder: 'src/app/pages', is: 'one file per address, which joins features' },
      { folder: 'src/app', is: 'starts, guards and routes' },
      { folder: 'src/test', is: 'records, a platform and sockets for tests', forTests: true },
      { folder: 'public', is: 'what is served as it is: the service worker for web push' },
      { folder: 'scripts', is: 'measurements of a build' },
      { folder: '', is: 'settings of the build' },
    ],
    restrictedImports: [
      { to: 'packages/client/src/program', why: 'it needs Node' },
      { to: 'packages/client/src/doctor', why: 'only programs in Node ask it' },
      ...['controller', 'observer', 'coordination', 'changes', 'rollout', 'transfer', 'evidence'].map((name) => ({
        to: `packages/${name}`,
        notFrom: 'src/ui',
        why: 'ui/ knows no device: what shows one stands in shared/ or in a feature',
      })),
      { to: 'packages/client', room: 'src/data', why: 'Only data/ speaks to the network' },
    ],
    partialAccess: [
      {
        rooms: 'src/ui/',
        of: 'src/data',
        files: ['apiErrors.ts', 'errorText.ts', 'consoleSettings.ts', 'keptForm.ts'],
        why: 'ui/ knows no device: of data/ what can go wrong, its words, the settings of the installation, and what is kept of a form',
      },
    ],
  },
  {
    folder: 'e2e',
    is: 'the whole system in a real browser',
    forTests: true,
    rooms: [
      { folder: 'fixtures', is: 'systems, controllers and browsers' },
      { folder: 'tests', is: 'the tests' },
      { folder: '', is: 'settings of Playwright' },
    ],
  },
  {
    folder: 'bench',
    is: 'benchmarks',
    apartFromPrevious: true,
    forTests: true,
    rooms: [
      { folder: 'src/tools', is: 'measurement and load' },
      { folder: 'src/benchmarks', is: 'the benchmarks, one file each' },
      { folder: 'src', is: 'starts the benchmarks' },
    ],
  },
  {
    folder: 'deploy',
    is: 'what an installation runs on, and its tests',
    apartFromPrevious: true,
    forTests: true,
    rooms: [
      { folder: 'container', is: 'images; takes their steps without Docker' },
      { folder: 'nginx', is: 'a proxy with TLS' },
      { folder: 'systemd', is: 'services' },
      { folder: 'thingsboard', is: 'settings of a ThingsBoard, as it imports them' },
      { folder: '', is: 'pages for operators' },
    ],
  },
  {
    folder: 'scripts',
    is: 'what the root commands run',
    apartFromPrevious: true,
    rooms: [
      { folder: 'lib', is: 'what the commands share; works without installed dependencies' },
      { folder: '', is: 'the commands, one file each, and this table' },
      { folder: 'lint', is: 'the lint rules of this repository' },
    ],
  },
]
