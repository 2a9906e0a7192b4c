/**
 * @file The rooms of the repository: all folders with code, in order. A file may import from its own room and from
 * rooms before it, never from rooms after it; type imports and dynamic imports count too. scripts/lint/rooms.mjs
 * enforces this, and that every folder is in this table. `node scripts/roomsPage.mjs` writes the table into
 * ARCHITECTURE.md.
 *
 * An area is a package or an app; its rooms are named by their folders in it. `*` stands for one folder of any name.
 * Such folders never import each other, so what two of them need comes before them. `besideLast` says the same of a
 * line and the line before it. Tests may also import rooms that are `forTests`; in an area with `testsEverything` they
 * may import all of it.
 */

/**
 * @typedef {object} Room
 * @property {string} folder in its area; empty for the area's own folder
 * @property {string} is what it holds
 * @property {boolean} [besideLast] neither it nor the one before it imports the other
 * @property {boolean} [forTests] only tests import it
 */

/**
 * @typedef {object} Area
 * @property {string} folder
 * @property {string} is
 * @property {boolean} [besideLast]
 * @property {boolean} [importsNothing] not a package, not a module of Node
 * @property {boolean} [testsEverything]
 * @property {readonly Room[]} rooms
 * @property {readonly Sight[]} [sights]
 * @property {readonly Door[]} [doors]
 */

/**
 * @typedef {object} Sight Of a room that stands before them, some rooms see these files alone.
 * @property {string} rooms
 * @property {string} of
 * @property {readonly string[]} files
 * @property {string} why
 */

/**
 * @typedef {object} Door Another area that one room alone imports, with the rooms in it.
 * @property {string} to
 * @property {string} room
 * @property {string} why
 */

/** @type {readonly Area[]} */
export const AREAS = [
  {
    folder: 'packages/contract',
    is: 'everything that crosses a wire',
    rooms: [
      { folder: 'src', is: 'schemas and the types of them, live frames, MQTT topics, errors' },
      { folder: 'src/calls', is: 'the table of REST calls, a file a resource' },
    ],
  },
  {
    folder: 'packages/controller',
    is: 'what the numbers mean to a traffic engineer',
    besideLast: true,
    importsNothing: true,
    testsEverything: true,
    rooms: [
      {
        folder: 'src',
        is: 'wire keys, settings as read, cycle, schedule, lamps, signal engine, delivery of one value',
      },
      { folder: 'src/checks', is: 'what an engineer would not want on a street' },
      { folder: 'src/settingTable', is: 'one row a setting: its keys, reading, writing, delivery, checks' },
      { folder: 'src/testing', is: 'settings and streets for tests', forTests: true },
    ],
  },
  {
    folder: 'packages/client',
    is: 'the one client of the wire, for browsers and Node',
    rooms: [
      { folder: 'src', is: 'typed calls, the live connection, sign-in of programs' },
      { folder: 'src/testing', is: 'a clock, sockets and tokens for tests', forTests: true },
    ],
  },
  {
    folder: 'packages/harness',
    is: 'what tests and benchmarks share',
    rooms: [
      {
        folder: 'src',
        is: "a platform as its own process, devices by the thousand, a proxy that knows the console's calls",
      },
    ],
  },
  {
    folder: 'apps/platform',
    is: 'the platform',
    testsEverything: true,
    rooms: [
      { folder: 'src/limits', is: 'every limit that counts, with the failure it prevents' },
      { folder: 'src/threads', is: 'how worker threads are asked' },
      { folder: 'src/connections', is: 'who may hold how many connections, and what counts as one address' },
      {
        folder: 'src/sqlite',
        is: 'what touches SQLite alone: migrations, transactions, whose file it is and who may read it',
      },
      { folder: 'src/data/clock', is: "what time it is when the machine's clock may be wrong" },
      { folder: 'src/data/port', is: 'what is asked of values, and what memory asks of the disk' },
      { folder: 'src/data/values', is: 'values as they are sent, typed, counted and written as text' },
      {
        folder: 'src/data/memory',
        is: 'latest values and attributes of all devices, and the writes that wait for their commit',
      },
      {
        folder: 'src/data/journal',
        is: '`telemetry.db`: rows in the order in which they came, and the values that are settled',
      },
      { folder: 'src/data/history', is: 'one database for each day of arrival' },
      { folder: 'src/data/worker', is: 'the threads that commit, settle and read history' },
      {
        folder: 'src/store',
        is: 'entities in memory and in `greenwave.db`; opens, backs up and restores a data folder',
      },
      { folder: 'src/audit', is: 'who did what: the one `audited(action, work)`' },
      { folder: 'src/access', is: 'who calls and what they may; accounts, passwords, sessions' },
      { folder: 'src/access/secondFactor', is: 'codes, passkeys, recovery codes' },
      { folder: 'src/access/signIn', is: 'the steps of a sign-in, tokens, and all of access in one' },
      { folder: 'src/activity', is: 'the connectivity rule' },
      { folder: 'src/entities', is: 'the rules of users, customers, devices, their values and alarms' },
      { folder: 'src/mqtt/session', is: "one device's connection and session, and what its handlers work with" },
      { folder: 'src/mqtt/uplinks', is: 'what devices send' },
      { folder: 'src/mqtt/handlers', is: 'a file a packet' },
      { folder: 'src/mqtt', is: 'where devices connect' },
      { folder: 'src/http', is: 'REST, a file a resource' },
      { folder: 'src/live', is: 'the live socket: subscriptions and send queue' },
      { folder: 'src/deviceApi', is: 'devices over HTTP', besideLast: true },
      { folder: 'src/start', is: 'settings, and what is built from them: a platform, or the front of another one' },
      { folder: 'src/cli/demo', is: 'the junctions, customers and accounts of the demonstration' },
      { folder: 'src/cli', is: 'a file a command' },
      { folder: 'src', is: '`main.ts`, which finds the command' },
      { folder: 'src/testing', is: 'stores, platforms, callers and devices for tests', forTests: true },
      { folder: 'contract-tests', is: 'what every platform of the ThingsBoard family must answer', forTests: true },
      { folder: 'soak/scene', is: 'what attacks and mishaps share' },
      { folder: 'soak/attacks', is: 'a file an attack' },
      { folder: 'soak/soaks', is: 'a file a mishap' },
      { folder: 'soak', is: 'runs them beside a platform that has promises to keep' },
    ],
  },
  {
    folder: 'apps/simulator',
    is: 'virtual controllers',
    besideLast: true,
    rooms: [{ folder: 'src', is: 'the signal engine behind an MQTT client, its faults, the fleet' }],
  },
  {
    folder: 'apps/console',
    is: 'the console',
    besideLast: true,
    rooms: [
      { folder: 'src', is: 'declarations for modules that have no types' },
      { folder: 'src/texts/default', is: 'the words of the specification' },
      { folder: 'src/texts', is: 'how a text is found' },
      { folder: 'src/texts/*', is: 'a language pack each' },
      { folder: 'src/data', is: 'calls, session, live topics: alone in knowing the network' },
      { folder: 'src/ui/theme', is: 'colours, sizes, letters' },
      { folder: 'src/ui/states', is: 'loading, failed, empty, and tags' },
      { folder: 'src/ui/page', is: 'cards, titles, dates' },
      { folder: 'src/ui/notices', is: 'what is said in passing' },
      { folder: 'src/ui/forms', is: 'fields, complaints, sending once' },
      { folder: 'src/ui/dialogs', is: 'the frames of dialogs and their questions' },
      { folder: 'src/ui/lists', is: 'pages that list, search and sort' },
      { folder: 'src/data/device/street', is: 'what is seen of the street' },
      { folder: 'src/data/device/settings', is: 'settings and their deliveries' },
      { folder: 'src/data/device', is: 'a device as it is followed: its model outside React, and what is read off it' },
      { folder: 'src/data/queries', is: 'a file a resource', besideLast: true },
      { folder: 'src/features/*/model', is: "forms, addresses, and what is worked out without React's tree" },
      { folder: 'src/features/*/words', is: 'its sentences' },
      { folder: 'src/features/*/parts', is: 'pieces of its pages' },
      { folder: 'src/features/*/dialogs', is: 'its dialogs' },
      { folder: 'src/features/*', is: 'its pages' },
      { folder: 'src/app/shell', is: 'what surrounds each page' },
      { folder: 'src/app/pages', is: 'a file an address: joins features' },
      { folder: 'src/app', is: 'starts, guards and routes' },
      { folder: 'src/test', is: 'records, a platform and sockets for tests', forTests: true },
      { folder: 'scripts', is: 'what is measured of a build' },
      { folder: '', is: 'how it is built' },
    ],
    doors: [{ to: 'packages/client', room: 'src/data', why: 'Only data/ speaks to the network' }],
    sights: [
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
    rooms: [
      { folder: 'fixtures', is: 'systems, controllers and browsers' },
      { folder: 'tests', is: 'the walks' },
      { folder: '', is: 'how they are run' },
    ],
  },
  {
    folder: 'bench',
    is: 'benchmarks',
    besideLast: true,
    rooms: [
      { folder: 'src/tools', is: 'what measures and loads' },
      { folder: 'src/rows', is: 'a file a benchmark' },
      { folder: 'src', is: 'runs them' },
    ],
  },
  {
    folder: 'scripts',
    is: 'what the root commands run',
    besideLast: true,
    rooms: [
      { folder: 'lib', is: 'what they share; works on a bare machine' },
      { folder: '', is: 'a file a command, and this table' },
      { folder: 'lint', is: 'the rules of the house' },
    ],
  },
]
