import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import process from 'node:process'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import { PASSWORD_VARIABLE } from '@greenwave/client/program/remotePlatform'
import { print } from '@greenwave/client/program/terminal'
import { Command, Option } from 'commander'
import { Refusal } from '../access/refusal.ts'
import { originOf } from '../doctor/installation.ts'
import { variablesOf } from '../setup/environmentFile.ts'
import { type Installer, isForService, ownInstaller, parentInstaller, runForService } from '../setup/installer.ts'
import { ADMINISTRATOR, ASKED_SETTINGS, QUESTION_GROUPS, type QuestionGroup } from '../setup/questions.ts'
import { INSTALLED_SETTINGS, readSettingsFile, readSettingsText } from '../setup/settingsFile.ts'
import { createAdministrator, Setup } from '../setup/setup.ts'
import { placesOf } from '../setup/tries.ts'
import { environmentName, settingFacts, type SettingTexts } from '../start/settings.ts'
import { createAsker } from './ask.ts'
import { askGroup, createTrial, passwordOf, takeGiven } from './askedGroups.ts'
import { createLog } from './log.ts'
import { serveHere } from './serve.ts'
import { addSettingOptions } from './settingOptions.ts'

const NAMES = QUESTION_GROUPS.map(({ name }) => name)

const HELP = `
Asks what a new installation needs, writes it to its settings file, makes the administrator and starts Greenwave. Run it
again at any time: it shows what is set, and asks only what is missing, or what is named: ${NAMES.join(', ')}.

Each answer can be given by its flag, its variable, or in a file in the form of the settings file (--answers; - is standard
input). The administrator's password is read from ${PASSWORD_VARIABLE} there; without one, a password is made and shown once. With
--yes nothing is asked: what is not given is taken as proposed, or left out. Enter takes a proposal in brackets, - leaves an
answer out. Addresses with passwords have no flag, so that no list of processes shows them.

Answers are tried before they are written: ports are opened, a mail is sent to the administrator, the place of the backup is
written and read.

--page serves the questions as a page, at the address of the console. It needs the printed code, works in one browser, and is
gone when Greenwave starts.

Exit codes: 0 done, 1 failed, 2 an answer is wrong or missing, or the settings file cannot be used.`

/** Pause between two looks whether the service is ready, and the longest wait; milliseconds. */
const LOOK_MS = 200
const READY_MS = 60_000
/** Most characters of a file of answers. */
const MOST_CHARACTERS = 65_536

interface SetupFlags extends SettingTexts {
  readonly settings: string
  readonly answers?: string
  readonly yes: boolean
  readonly start: boolean
  readonly page: boolean
  readonly tries: boolean
  readonly worker: boolean
}

/** Creates the command `setup`. */
export function setupCommand(): Command {
  const command = new Command('setup')
    .summary('set up a new installation, question by question')
    .description('Asks what a new installation needs, tries it and writes its settings.')
    .argument('[WHAT...]', `ask these again: ${NAMES.join(', ')}`)
    .option('--settings <file>', 'the settings file', INSTALLED_SETTINGS)
    .option('--answers <file>', 'take answers from this file; -: from standard input')
    .option('--yes', 'ask nothing', false)
    .option('--page', 'ask in a browser, which needs the printed code', false)
    .option('--no-tries', 'write answers untried: open no port, send no mail, write no backup')
    .option('--no-start', 'do not start Greenwave')
    .addOption(new Option('--worker').default(false).hideHelp())
  const shown = ASKED_SETTINGS.filter((setting) => !settingFacts(setting).isSecret)
  return addSettingOptions(command, shown)
    .addHelpText('after', HELP)
    .action(
      async (
        names: readonly string[],
        { settings, answers, yes, page, start, tries, worker, ...flags }: SetupFlags,
      ) => {
        const wrong = names.find((name) => !NAMES.includes(name))
        if (wrong !== undefined) {
          throw new CommandFailed(EXIT.usage, `there is no question '${wrong}': give some of ${NAMES.join(', ')}`)
        }
        const file = fileOf(settings)
        if (!worker && isForService(file)) {
          process.exitCode = await runForService(file, [...process.argv.slice(2), '--worker'])
          return
        }
        const given = await readGiven(file, flags, answers)
        const options = { file, names, isAsking: !yes && !page, isPage: page, mayStart: start, isTried: tries }
        await setUp({ ...options, ...given, installer: worker ? parentInstaller() : ownInstaller(file) })
      },
    )
}

/** Returns the path of the settings file. @throws {CommandFailed} where no package is installed and none is named */
function fileOf(settings: string): string {
  if (settings !== INSTALLED_SETTINGS || existsSync(settings)) return resolve(settings)
  const fix = 'name the file that the settings shall be written to, such as --settings greenwave.env'
  throw new CommandFailed(EXIT.usage, `there is no ${INSTALLED_SETTINGS}: ${fix}`)
}

interface Given {
  readonly texts: SettingTexts
  readonly password: string | undefined
}

/** Returns the answers that are given: by flags, else by the file of answers, else by the environment. */
async function readGiven(file: string, flags: SettingTexts, answers: string | undefined): Promise<Given> {
  const fromFile = answers === undefined ? {} : await readAnswers(answers)
  const stored = variablesOf(readSettingsText(file))
  const texts = ASKED_SETTINGS.flatMap((setting) => {
    const name = environmentName(setting)
    // The launcher sets what is stored.
    const fromEnvironment = process.env[name] === stored[name] ? undefined : process.env[name] || undefined
    const found = flags[setting] ?? fromFile[name] ?? fromEnvironment
    return found === undefined ? [] : [[setting, found]]
  })
  const password = fromFile[PASSWORD_VARIABLE] ?? process.env[PASSWORD_VARIABLE]
  return { texts: Object.fromEntries(texts) as SettingTexts, password: password || undefined }
}

async function readAnswers(file: string): Promise<Readonly<Record<string, string>>> {
  const found = file === '-' ? variablesOf(await readInput()) : readSettingsFile(file)
  const known = new Set([...ASKED_SETTINGS.map(environmentName), PASSWORD_VARIABLE])
  const wrong = Object.keys(found).find((name) => !known.has(name))
  if (wrong === undefined) return found
  throw new CommandFailed(EXIT.usage, `${wrong} in the answers is no answer: give some of ${[...known].join(', ')}`)
}

/** Reads standard input to its end. @throws {CommandFailed} where that is too much */
async function readInput(): Promise<string> {
  let input = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    input += String(chunk)
    if (input.length > MOST_CHARACTERS) throw new CommandFailed(EXIT.usage, 'standard input has too much for answers')
  }
  return input
}

interface Work extends Given {
  readonly file: string
  /** Groups to ask again. */
  readonly names: readonly string[]
  readonly isAsking: boolean
  readonly isPage: boolean
  readonly mayStart: boolean
  readonly isTried: boolean
  readonly installer: Installer
}

async function setUp(work: Work): Promise<void> {
  const { file, names, texts, isAsking, installer } = work
  const setup = new Setup(file, process.env)
  const isGiven = ({ questions }: QuestionGroup) => questions.some(({ setting }) => texts[setting] !== undefined)
  const isDue = (group: QuestionGroup) => !setup.isAnswered(group) || names.includes(group.name) || isGiven(group)
  if (setup.hasAccounts && (names.includes(ADMINISTRATOR) || texts.adminEmail !== undefined)) {
    const fix = 'make accounts in the console, or with greenwave admin'
    throw new CommandFailed(EXIT.usage, `the administrator was made already: ${fix}`)
  }
  printAnswered(file, setup, (group) => !isDue(group))
  if (work.isPage) return setUpByPage(setup, work, QUESTION_GROUPS.filter(isGiven))
  // A running installation holds its own ports.
  const trial = work.isTried ? createTrial(setup, setup.hasAccounts ? placesOf(setup.settings) : []) : undefined
  const asker = isAsking ? createAsker() : undefined
  let password: string | undefined
  try {
    // Without questions, everything is right before anything is written.
    let unsaved: SettingTexts = {}
    for (const group of QUESTION_GROUPS.filter(isDue)) {
      const taken = asker
        ? await askGroup(asker, setup, group, texts, trial)
        : await takeGiven(setup, group, texts, trial)
      setup.take(taken)
      unsaved = { ...unsaved, ...taken }
      if (group.name === ADMINISTRATOR) password = await passwordOf(setup, asker, work.password)
      if (asker) await installer.write(unsaved)
    }
    if (Object.keys(unsaved).length > 0) await installer.write(unsaved)
  } finally {
    asker?.close()
  }
  print(`The settings are in ${file}.`)
  if (!setup.hasAccounts) await beginFirst(setup, password, work)
  else if (file === INSTALLED_SETTINGS) print('Greenwave follows them after: systemctl restart greenwave')
  else print(`Greenwave follows them with its next start: ${startCommand(file)}`)
}

function printAnswered(file: string, { answers }: Setup, isShown: (group: QuestionGroup) => boolean): void {
  const groups = QUESTION_GROUPS.filter(isShown)
  if (groups.length === 0) return
  print(`Set in ${file}:`)
  for (const { name, questions } of groups) {
    const values = questions.flatMap(({ setting }) => {
      const value = answers[setting]
      return value ? [settingFacts(setting).isSecret ? '(not shown)' : value] : []
    })
    print(`  ${name.padEnd(15)}${values.join(', ') || 'none'}`)
  }
  print()
}

/** Serves the page until it was used to its end, then starts Greenwave. */
async function setUpByPage(setup: Setup, work: Work, given: readonly QuestionGroup[]): Promise<void> {
  const { texts, isTried, installer } = work
  if (setup.hasAccounts) {
    throw new CommandFailed(EXIT.usage, 'the page is for a first start only: run greenwave setup without --page')
  }
  for (const group of given) {
    const taken = await takeGiven(setup, group, texts, isTried ? createTrial(setup, []) : undefined)
    setup.take(taken)
    await installer.write(taken)
  }
  const { serveSetup } = await import('../setup/setupServer.ts')
  // The page listens where the console will.
  const trial = isTried ? createTrial(setup, placesOf(setup.settings).slice(0, 1)) : undefined
  const page = await serveSetup(setup, {
    tried: async (group, answers) => trial?.(group, answers),
    write: (answers) => installer.write(answers),
    async finish(password) {
      await createAdministrator(setup.settings, password, createLog('warn'))
    },
  })
  const { hostname, port } = new URL(page.url)
  print('Open this address in a browser of this machine. It works once:')
  print()
  print(`  ${page.url}`)
  print()
  print(
    `From another machine: ssh -L ${port}:${hostname}:${port} THIS-MACHINE there, then the same address. Ctrl-C ends it.`,
  )
  await page.finished
  print('All questions are answered.')
  await startFirst(setup, work)
}

/** Makes the administrator, and starts Greenwave. */
async function beginFirst(setup: Setup, password: string | undefined, work: Work): Promise<void> {
  const { settings } = setup
  let made: string | undefined
  try {
    made = await createAdministrator(settings, password, createLog('warn'))
  } catch (error) {
    throw error instanceof Refusal ? new CommandFailed(EXIT.failed, error.message, { cause: error }) : error
  }
  print(`The administrator ${settings.adminEmail ?? ''} was made.`)
  if (made !== undefined) {
    print()
    print('This is shown once; the first sign-in asks for another password in its place:')
    print(`  Password     ${made}`)
  }
  print()
  await startFirst(setup, work)
}

/** Starts Greenwave, unless that is not wanted. */
async function startFirst(setup: Setup, { file, mayStart, installer }: Work): Promise<void> {
  const { settings } = setup
  if (!mayStart) {
    print(`Start Greenwave: ${startCommand(file)}`)
    return
  }
  if (file !== INSTALLED_SETTINGS) {
    await serveHere(settings, { flags: {}, environment: setup.variables, defaults: {}, file })
    return
  }
  await installer.start()
  const origin = originOf(settings.host, settings.port)
  await untilReady(origin)
  print(`Greenwave runs: ${settings.publicUrl ?? origin}. Sign in, and add the first controller under Devices.`)
}

async function untilReady(origin: string): Promise<void> {
  const endMs = performance.now() + READY_MS
  while (performance.now() < endMs) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolved) => setTimeout(resolved, LOOK_MS))
  }
  throw new CommandFailed(EXIT.failed, `Greenwave does not answer at ${origin}: see journalctl -u greenwave`)
}

function startCommand(file: string): string {
  return file === INSTALLED_SETTINGS
    ? 'systemctl enable --now greenwave.service greenwave-backup.timer'
    : `greenwave serve --settings ${file}`
}
