/** @file What a first start knows and needs: answers of the settings file and of this run. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createPasswordRules } from '../access/passwordRules.ts'
import {
  checkSetting,
  environmentName,
  parseSettings,
  SettingError,
  type Settings,
  type SettingTexts,
} from '../start/settings.ts'
import { ENTITY_FILE } from '../store/databaseFiles.ts'
import { CONTENTS_FILE } from '../store/folderContents.ts'
import { formatAssignment, UnwritableSettings, variablesOf } from './environmentFile.ts'
import { ADMINISTRATOR, ASKED_SETTINGS, type Question, type QuestionGroup, storedText } from './questions.ts'
import { readSettingsText } from './settingsFile.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** Setup of one installation. An empty answer is the answer that there is none. */
export class Setup {
  /** Variables of the file, and those of the environment that a service gets beside it. */
  readonly #variables: Variables
  #answers: SettingTexts

  /** @throws {StartRefused} when the file cannot be read, or holds a wrong setting */
  constructor(file: string, { GREENWAVE_DATA_DIR }: Variables) {
    this.#variables = { GREENWAVE_DATA_DIR, ...variablesOf(readSettingsText(file)) }
    this.#answers = Object.fromEntries(
      ASKED_SETTINGS.map((setting) => [setting, this.#variables[environmentName(setting)]]),
    )
    parseSettings(this.#variables)
  }

  get answers(): SettingTexts {
    return this.#answers
  }

  /** Settings with all answers so far. */
  get settings(): Settings {
    return this.settingsWith({})
  }

  /** Returns the settings with other answers. @throws {SettingError} for those that do not fit together */
  settingsWith(texts: SettingTexts): Settings {
    return parseSettings(this.#variablesWith(texts))
  }

  /** Variables with all answers so far, as Greenwave gets them. */
  get variables(): Variables {
    return this.#variablesWith({})
  }

  #variablesWith(texts: SettingTexts): Variables {
    const answers = Object.entries({ ...this.#answers, ...texts })
    const named = answers.map(([setting, text]) => [environmentName(setting as keyof SettingTexts), text])
    return { ...this.#variables, ...Object.fromEntries(named) }
  }

  /** Whether the data folder has accounts: its administrator was made. */
  get hasAccounts(): boolean {
    return [ENTITY_FILE, CONTENTS_FILE].some((name) => existsSync(join(this.settings.dataDir, name)))
  }

  /** Returns whether nothing of a group has to be asked. */
  isAnswered({ name, questions }: QuestionGroup): boolean {
    if (name === ADMINISTRATOR) return this.hasAccounts
    return questions.every((question) => {
      const { setting, isOptional, isAsked } = question
      const text = this.#answers[setting]
      if (isAsked?.(this.#answers) === false) return true
      return text !== undefined && (isOptional === true || text !== '')
    })
  }

  /** Returns the answer to a question that needs no person: as proposed, or none; undefined: a person must answer. */
  standardOf({ setting, suggests, isOptional }: Question): string | undefined {
    return this.#answers[setting] || suggests || (isOptional === true ? '' : undefined)
  }

  /**
   * Returns the answers of a group as they are stored.
   * @throws {SettingError} for the first wrong or missing one
   */
  check({ questions }: QuestionGroup, texts: SettingTexts): SettingTexts {
    const checked: { -readonly [N in keyof SettingTexts]: SettingTexts[N] } = {}
    for (const { setting, isOptional, isAsked } of questions) {
      if (isAsked?.({ ...this.#answers, ...checked }) === false) {
        // What belongs to an answer that is gone would be half a setting.
        if (this.#answers[setting]) checked[setting] = ''
        continue
      }
      const text = storedText(setting, (texts[setting] ?? '').trim())
      if (text === '' && isOptional !== true) throw new SettingError(setting, undefined, 'give an answer')
      if (text !== '') checkSetting(setting, text)
      refuseUnwritable(setting, text)
      checked[setting] = text
    }
    this.settingsWith(checked)
    return checked
  }

  /** Takes checked answers. */
  take(checked: SettingTexts): void {
    this.#answers = { ...this.#answers, ...checked }
  }

  /** Resolves with what is wrong with the administrator's password; undefined when it is right. */
  async passwordProblem(password: string, email: string): Promise<string | undefined> {
    const { passwordMinLength, console: brand } = this.settings
    const rules = createPasswordRules({ minLength: passwordMinLength, productName: brand.productName })
    return rules.violation(password, email, 'first')
  }
}

function refuseUnwritable(setting: keyof SettingTexts, text: string): void {
  try {
    formatAssignment(environmentName(setting), text)
  } catch (error) {
    if (!(error instanceof UnwritableSettings)) throw error
    throw new SettingError(setting, text, error.message.replace(`${environmentName(setting)} `, 'it '))
  }
}

/**
 * Creates the administrator of an empty data folder. Without a password one is made, for the first sign-in only.
 * @returns the password that was made
 * @throws {Refusal} for a wrong address or password
 */
export async function createAdministrator(
  { dataDir, telemetryRetentionMs, adminEmail = '' }: Settings,
  password: string | undefined,
  log: FastifyBaseLogger,
): Promise<string | undefined> {
  const { openStore } = await import('../store/openStore.ts')
  const { createAccess } = await import('../access/signIn/createAccess.ts')
  const { ensureTenantAdmin } = await import('../access/signIn/firstStart.ts')
  const store = await openStore({ dataDir, telemetryRetentionMs, log })
  try {
    const request = { email: adminEmail, ...(password !== undefined && { password }) }
    const made = await ensureTenantAdmin(store, createAccess({ store, log }), request)
    return password === undefined ? made.password : undefined
  } finally {
    await store.close()
  }
}
