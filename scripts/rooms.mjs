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
    is: 'the wire',
    rooms: [
      { folder: 'src', is: 'JSON, times, text' },
      { folder: 'src/wire', is: "ThingsBoard's wire: entities, live frames, MQTT topics, errors" },
      { folder: 'src/wire/calls', is: 'REST calls' },
      { folder: 'src/records', is: "Greenwave's own records (gw_*)" },
    ],
  },
  {
    folder: 'packages/controller',
    is: 'the meaning of the settings',
    apartFromPrevious: true,
    importsOnly: [],
    testsEverything: true,
    rooms: [
      {
        folder: 'src',
        is: 'wire keys, settings, cycle, schedule, lamps, delivery of one value',
      },
      { folder: 'src/checks', is: 'checks of settings (V1-V12)' },
      { folder: 'src/settingTable', is: 'one row per setting' },
      { folder: 'src/engine', is: 'the signal engine' },
      { folder: 'src/virtual', is: 'a virtual controller: engine, clock, displays, faults' },
      { folder: 'src/testing', is: 'settings and streets', forTests: true },
    ],
  },
  {
    folder: 'packages/client',
    is: 'the client, for browsers and Node',
    rooms: [
      { folder: 'src', is: 'calls, live connection, sign-in of programs' },
      { folder: 'src/program', is: 'shared by programs: shutdown, common settings' },
      { folder: 'src/doctor', is: 'probes of a platform, each with its fix' },
      { folder: 'src/testing', is: 'clock, sockets, tokens', forTests: true },
    ],
  },
  {
    folder: 'packages/observer',
    is: 'what the signals show and showed',
    importsOnly: ['packages/controller'],
    testsEverything: true,
    rooms: [
      { folder: 'src', is: 'samples, readings, cycles, records, incidents' },
      { folder: 'src/rules', is: 'incidents: thresholds and messages' },
      { folder: 'src/testing', is: 'streets and a slow oracle', forTests: true },
      {
        folder: 'src/replay',
        is: 'any second of a junction, from its records',
        importsOnly: ['packages/contract', 'packages/controller'],
      },
      {
        folder: 'src/conformity',
        is: 'how junctions follow their settings',
        importsOnly: ['packages/contract', 'packages/controller'],
        apartFromPrevious: true,
      },
      {
        folder: 'src/conformity/reading',
        is: 'reads the days of a junction',
        importsOnly: ['packages/contract', 'packages/controller', 'packages/client'],
      },
      {
        folder: 'src/conformity/testing',
        is: 'streets with faults, a naive recount',
        forTests: true,
      },
    ],
  },
  {
    folder: 'packages/coordination',
    is: 'green waves',
    importsOnly: ['packages/controller'],
    testsEverything: true,
    rooms: [
      { folder: 'src', is: 'corridors, bands, best timings, common cycles, diagrams' },
      { folder: 'src/calculators', is: 'formulas: yellow, clearance, cycle, splits, delay' },
      {
        folder: 'src/observed',
        is: 'green waves as observed: planned, seen, broken',
        importsOnly: ['packages/contract', 'packages/controller', 'packages/observer'],
        apartFromPrevious: true,
      },
      {
        folder: 'src/routes',
        is: 'green routes: the way of a vehicle, the course of a run',
        importsOnly: ['packages/contract', 'packages/controller'],
        apartFromPrevious: true,
      },
      { folder: 'src/testing', is: 'corridors, independent solvers', forTests: true },
    ],
  },
  {
    folder: 'packages/changes',
    is: 'changes of settings and their records',
    rooms: [
      { folder: 'src/calendar', is: 'which settings run on which day: rules, lunar dates, sendings' },
      { folder: 'src', is: 'writes, reads, compares and restores changes' },
      { folder: 'src/testing', is: 'a failing device', forTests: true },
    ],
  },
  {
    folder: 'packages/rollout',
    is: 'changes of many junctions, in stages',
    rooms: [
      { folder: 'src', is: 'copied settings, previews, steps, sender, results' },
      { folder: 'src/testing', is: 'a city in memory', forTests: true },
    ],
  },
  {
    folder: 'packages/transfer',
    is: 'files, in and out',
    rooms: [
      {
        folder: 'src',
        is: 'settings as JSON and CSV; lists of entities; import previews',
      },
      { folder: 'src/copy', is: 'copies a city to another platform' },
    ],
  },
  {
    folder: 'packages/evidence',
    is: 'evidence from history',
    rooms: [
      { folder: 'src/tables', is: 'history as tables: seconds, cycles, events, settings' },
      { folder: 'src', is: 'the package: manifest, signature, seal, verification' },
      { folder: 'src/testing', is: "a junction's stored history", forTests: true },
    ],
  },
  {
    folder: 'packages/harness',
    is: 'shared by tests and benchmarks',
    rooms: [
      {
        folder: 'src',
        is: 'a platform process, thousands of devices, a ThingsBoard-like proxy',
      },
    ],
  },
  {
    folder: 'apps/platform',
    is: 'the platform',
    testsEverything: true,
    rooms: [
      { folder: 'src/limits', is: 'limits and the failures they prevent' },
      { folder: 'src/meter', is: 'measurements of parts, readiness' },
      { folder: 'src/threads', is: 'requests to worker threads' },
      { folder: 'src/connections', is: 'limits of connections and addresses' },
      {
        folder: 'src/sqlite',
        is: 'SQLite: migrations, transactions, installation of a file',
      },
      { folder: 'src/data/clock', is: 'time when the clock is wrong' },
      { folder: 'src/data/port', is: 'interfaces of values and of the disk' },
      { folder: 'src/data/values', is: 'single values: types, sizes, text' },
      {
        folder: 'src/data/memory',
        is: 'latest values, attributes, uncommitted writes',
      },
      {
        folder: 'src/data/journal',
        is: '`telemetry.db`: rows by arrival, settled values',
      },
      { folder: 'src/data/history', is: 'one database per day, and per month of records' },
      { folder: 'src/data/worker', is: 'threads that commit, settle and read history' },
      {
        folder: 'src/store',
        is: 'entities in `greenwave.db`; backup and restore of a data folder',
      },
      { folder: 'src/keptBackup', is: 'the backup that keeps itself, and its restore' },
      { folder: 'src/audit', is: 'the audit log; `audited(action, work)` wraps every write' },
      { folder: 'src/access', is: 'permissions, accounts, passwords, sessions' },
      { folder: 'src/access/secondFactor', is: 'codes, passkeys, recovery codes' },
      { folder: 'src/access/oidc', is: 'OpenID Connect' },
      { folder: 'src/access/signIn', is: 'steps of a sign-in, tokens, all of access joined' },
      { folder: 'src/activity', is: 'when a device counts as active' },
      { folder: 'src/entities/query', is: 'entity queries, in slices of time' },
      { folder: 'src/entities', is: 'rules of entities' },
      { folder: 'src/mqtt/session', is: "one device's connection and session" },
      { folder: 'src/mqtt/uplinks', is: 'what devices send' },
      { folder: 'src/mqtt/handlers', is: 'one file per packet' },
      { folder: 'src/mqtt', is: 'where devices connect' },
      { folder: 'src/tiles', is: 'the archive of map tiles' },
      { folder: 'src/http', is: 'REST' },
      { folder: 'src/live', is: 'live socket: subscriptions, send queue' },
      { folder: 'src/deviceApi', is: 'devices over HTTP', apartFromPrevious: true },
      { folder: 'src/operation', is: 'metrics and their port' },
      { folder: 'src/start', is: 'settings; builds a platform, or the front of another' },
      { folder: 'src/doctor', is: 'checks of an installation' },
      { folder: 'src/upgrade', is: 'upgrades: tried, switched, taken back' },
      { folder: 'src/setup', is: 'first start: questions, their trials, the settings file' },
      { folder: 'src/cli/demo', is: "faults of the demonstration's controllers" },
      { folder: 'src/cli', is: 'commands on the data folder' },
      { folder: 'src', is: '`main.ts`' },
      { folder: 'src/testing', is: 'stores, platforms, callers, devices', forTests: true },
      { folder: 'contract-tests', is: 'tests for every platform of the ThingsBoard family', forTests: true },
      { folder: 'soak/scene', is: 'shared by attacks and mishaps', forTests: true },
      { folder: 'soak/attacks', is: 'attacks', forTests: true },
      { folder: 'soak/soaks', is: 'mishaps and long tests', forTests: true },
      { folder: 'soak', is: 'runs them beside a platform', forTests: true },
    ],
    restrictedImports: ['controller', 'observer', 'coordination', 'changes', 'rollout', 'transfer'].map((name) => ({
      to: `packages/${name}`,
      why: 'nothing in the platform knows what a lamp is',
    })),
  },
  {
    folder: 'apps/cli',
    is: 'commands over the wire',
    apartFromPrevious: true,
    testsEverything: true,
    rooms: [
      { folder: 'src/tables', is: 'tables as text lines' },
      { folder: 'src/demo', is: 'junctions, customers, corridors of the demonstration' },
      { folder: 'src/demo/past', is: 'their records before the start' },
      { folder: 'src/export', is: 'exported files: resumable parts, CSV, Parquet' },
      { folder: 'src/rollout', is: 'rollout output' },
      { folder: 'src/transfer', is: 'import and export output' },
      { folder: 'src/corridor', is: 'corridor file, green wave output' },
      { folder: 'src/calendar', is: 'calendar file, years and days as lines' },
      { folder: 'src/trafficModel', is: 'SUMO model, runs, results' },
      { folder: 'src', is: 'commands; `main.ts`' },
      { folder: 'src/testing', is: 'cities to copy, a failing front', forTests: true },
    ],
  },
  {
    folder: 'apps/simulator',
    is: 'virtual controllers',
    apartFromPrevious: true,
    rooms: [
      { folder: 'src', is: 'MQTT client of a virtual controller, fleet' },
      { folder: 'src/testing', is: 'controllers in simulated time', forTests: true },
    ],
  },
  {
    folder: 'apps/watcher',
    is: 'the watcher',
    apartFromPrevious: true,
    rooms: [
      { folder: 'src/fleet', is: 'watched junctions: lists, shares, open incidents' },
      {
        folder: 'src/intake',
        is: 'input of each junction, live and from history; observers',
      },
      { folder: 'src/acts', is: 'writes alarms, states, pulses, records' },
      { folder: 'src/holds', is: 'ends holds on time' },
      { folder: 'src/rollouts', is: 'scheduled rollouts' },
      { folder: 'src/waves', is: 'evaluates green waves, writes them' },
      { folder: 'src/tell/words', is: 'message texts, one file per language' },
      { folder: 'src/tell', is: 'notifications: recipients, times, channels' },
      { folder: 'src/calendar', is: 'sends each day of the calendar' },
      { folder: 'src/routes', is: 'drives runs of green routes' },
      { folder: 'src', is: 'the watcher and its process' },
      { folder: 'src/testing', is: 'streets with controllers and watchers', forTests: true },
      { folder: 'src/city', is: 'tests of whole cities in real time', forTests: true },
    ],
  },
  {
    folder: 'apps/console',
    is: 'the console',
    apartFromPrevious: true,
    rooms: [
      { folder: 'src', is: 'declarations of untyped modules' },
      { folder: 'src/texts/default', is: 'texts of the specification' },
      { folder: 'src/texts', is: 'lookup of texts' },
      { folder: 'src/texts/*', is: 'one language pack each' },
      { folder: 'src/data', is: 'calls, session, live topics; alone knows the network' },
      { folder: 'src/ui/theme', is: 'colours, sizes, letters' },
      { folder: 'src/ui/states', is: 'loading, failed, empty, and tags' },
      { folder: 'src/ui/page', is: 'cards, titles, dates' },
      { folder: 'src/ui/plots', is: 'wrapper of the plotting library' },
      { folder: 'src/ui/map', is: 'the map' },
      { folder: 'src/ui/notices', is: 'short-lived messages' },
      { folder: 'src/ui/forms', is: 'fields, errors, protection against sending twice' },
      { folder: 'src/ui/dialogs', is: 'frames of dialogs' },
      { folder: 'src/ui/lists', is: 'pages that list, search and sort' },
      { folder: 'src/data/device/street', is: 'signals as observed' },
      { folder: 'src/data/device/settings', is: 'settings and deliveries' },
      { folder: 'src/data/device', is: 'the model of a device, outside React' },
      { folder: 'src/data/queries', is: 'queries', apartFromPrevious: true },
      { folder: 'src/data/fleet', is: 'junctions and open incidents, outside React' },
      { folder: 'src/data/history', is: 'loaded history of a junction, outside React' },
      { folder: 'src/data/rollouts', is: 'rollouts sent by this tab, outside React' },
      { folder: 'src/data/reports', is: 'reports, outside React' },
      { folder: 'src/shared/tape', is: 'rows of a tape on a canvas' },
      { folder: 'src/shared', is: 'shared by features' },
      { folder: 'src/features/*/model', is: 'forms, addresses, computations without React' },
      { folder: 'src/features/*/words', is: 'its texts' },
      { folder: 'src/features/*/parts', is: 'parts of its pages' },
      { folder: 'src/features/*/commissioning', is: 'steps of a commissioning' },
      { folder: 'src/features/*/dialogs', is: 'its dialogs' },
      { folder: 'src/features/*', is: 'its pages' },
      { folder: 'src/app/shell', is: 'parts around each page' },
      { folder: 'src/app/pages', is: 'one file per address' },
      { folder: 'src/app', is: 'starts, guards and routes' },
      { folder: 'src/test', is: 'records, platform, sockets', forTests: true },
      { folder: 'src/worker', is: 'the service worker: opens the console without a network, shows web push' },
      { folder: 'scripts', is: 'measurements of a build' },
      { folder: '', is: 'settings of the build' },
    ],
    restrictedImports: [
      { to: 'packages/client/src/program', why: 'it needs Node' },
      { to: 'packages/client/src/doctor', why: 'only programs in Node use it' },
      ...['controller', 'observer', 'coordination', 'changes', 'rollout', 'transfer', 'evidence'].map((name) => ({
        to: `packages/${name}`,
        notFrom: 'src/ui',
        why: 'ui/ knows no device: parts that show one are in shared/ or in a feature',
      })),
      { to: 'packages/client', room: 'src/data', why: 'Only data/ speaks to the network' },
    ],
    partialAccess: [
      {
        rooms: 'src/ui/',
        of: 'src/data',
        files: ['apiErrors.ts', 'errorText.ts', 'consoleSettings.ts', 'keptForm.ts'],
        why: 'ui/ knows no device: it takes only errors, their texts, settings of the installation and kept forms from data/',
      },
    ],
  },
  {
    folder: 'e2e',
    is: 'the whole system in a real browser',
    forTests: true,
    rooms: [
      { folder: 'fixtures', is: 'systems, controllers and browsers' },
      { folder: 'release', is: 'installs a release and uses it' },
      { folder: 'pictures', is: "README's pictures, and whether they are current" },
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
      { folder: 'src/benchmarks', is: 'the benchmarks' },
      { folder: 'src', is: 'starts the benchmarks' },
    ],
  },
  {
    folder: 'deploy',
    is: 'files for installations, and their tests',
    apartFromPrevious: true,
    forTests: true,
    rooms: [
      { folder: 'container', is: 'images; runs their steps without Docker' },
      { folder: 'nginx', is: 'a proxy with TLS' },
      { folder: 'systemd', is: 'services' },
      { folder: 'thingsboard', is: 'settings of ThingsBoard, as imported' },
      { folder: '', is: 'pages for operators' },
    ],
  },
  {
    folder: 'scripts',
    is: 'root commands',
    apartFromPrevious: true,
    rooms: [
      { folder: 'lib', is: 'shared by commands; needs no dependencies' },
      { folder: '', is: 'commands; this table' },
      { folder: 'lint', is: 'lint rules' },
    ],
  },
]
