/** @file The questions of `greenwave setup` at the terminal: asked, checked and tried, group by group. */
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import { PASSWORD_VARIABLE } from '@greenwave/client/program/remotePlatform'
import { note, print } from '@greenwave/client/program/terminal'
import type { QuestionGroup } from '../setup/questions.ts'
import type { Setup } from '../setup/setup.ts'
import { type placesOf, TRIES } from '../setup/tries.ts'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { SettingError, type SettingName, type SettingTexts, settingFacts } from '../start/settings.ts'
import { StartRefused } from '../start/startRefused.ts'
import type { Asker } from './ask.ts'

/** Tries answers to a group. Resolves with what was tried; rejects with the reason and the fix. */
type Trial = (group: QuestionGroup, answers: SettingTexts) => Promise<string | undefined>

/** Creates the trial of answers to a setup. `held` are places that Greenwave itself listens at. */
export function createTrial(setup: Setup, held: ReturnType<typeof placesOf>): Trial {
  return async ({ name }, answers) => TRIES[name]?.(setup.settingsWith(answers), held)
}

/** Returns the answers of a group that nobody is asked. @throws {CommandFailed} for those that fail when they are tried */
export async function takeGiven(
  setup: Setup,
  group: QuestionGroup,
  texts: SettingTexts,
  trial: Trial | undefined,
): Promise<SettingTexts> {
  const standard = group.questions.map((question) => [
    question.setting,
    texts[question.setting] ?? setup.standardOf(question),
  ])
  const checked = setup.check(group, Object.fromEntries(standard))
  try {
    printTried(await trial?.(group, checked))
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw new CommandFailed(EXIT.failed, `${error.message} (--no-tries writes it untried)`, { cause: error })
  }
  return checked
}

/** Asks the questions of a group until the answers are right. Answers that are given are not asked. */
export async function askGroup(
  asker: Asker,
  setup: Setup,
  group: QuestionGroup,
  texts: SettingTexts,
  trial: Trial | undefined,
): Promise<SettingTexts> {
  print(group.title.en)
  let given = texts
  for (;;) {
    const found = await askQuestions(asker, setup, group, given)
    try {
      const checked = setup.check(group, found)
      if (await isTried(asker, group, checked, trial)) return checked
      given = {}
    } catch (error) {
      // A given answer is not asked, so it cannot be corrected here.
      if (!(error instanceof SettingError) || given[error.settingName] !== undefined) throw error
      note(`  ${error.problem}`)
    }
  }
}

async function askQuestions(
  asker: Asker,
  setup: Setup,
  { questions }: QuestionGroup,
  given: SettingTexts,
): Promise<SettingTexts> {
  const found: Partial<Record<SettingName, string>> = {}
  for (const question of questions) {
    const { setting, asks, why, isAsked } = question
    if (isAsked?.({ ...setup.answers, ...found }) === false) continue
    const known = given[setting]
    if (known !== undefined) {
      found[setting] = known
      continue
    }
    const { isSecret } = settingFacts(setting)
    const standard = setup.standardOf(question)
    const shown = isSecret && standard ? 'as it is' : standard
    print(`  ${why.en}`)
    const typed = (await asker.ask(`  ${asks.en}${shown ? ` [${shown}]` : ''}: `, isSecret)).trim()
    found[setting] = typed === '-' ? '' : typed || standard || ''
  }
  return found
}

/** Tries answers. Resolves with whether they are taken: they work, or are wanted all the same. */
async function isTried(
  asker: Asker,
  group: QuestionGroup,
  answers: SettingTexts,
  trial: Trial | undefined,
): Promise<boolean> {
  try {
    printTried(await trial?.(group, answers))
    return true
  } catch (error) {
    if (!isRefusal(error)) throw error
    note(`  ${error.message}`)
    return /^y/i.test(await asker.ask('  Take it all the same? (y: yes; Enter: ask again): '))
  }
}

function printTried(tried: string | undefined): void {
  if (tried !== undefined) print(`  ${tried}`)
}

const isRefusal = (error: unknown): error is Error => error instanceof StartRefused || error instanceof StoreRefused

/** Resolves with the administrator's password; undefined: one is made. @throws {SettingError} for a wrong one that is given */
export async function passwordOf(
  setup: Setup,
  asker: Asker | undefined,
  given: string | undefined,
): Promise<string | undefined> {
  const email = setup.answers.adminEmail ?? ''
  if (given !== undefined || asker === undefined) {
    const problem = given === undefined ? undefined : await setup.passwordProblem(given, email)
    if (problem !== undefined) throw new CommandFailed(EXIT.usage, `${PASSWORD_VARIABLE}: ${problem}`)
    return given
  }
  for (;;) {
    const password = await asker.ask('  Password (Enter: one is made, and shown once): ', true)
    if (password === '') return undefined
    const problem = await setup.passwordProblem(password, email)
    if (problem !== undefined) note(`  ${problem}`)
    else if ((await asker.ask('  The same again: ', true)) === password) return password
    else note('  The two differ.')
  }
}
