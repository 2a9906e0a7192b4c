/**
 * @file Serves the page of a first start, to the one browser that shows the printed code. It is gone when the setup ends.
 * The page has no account to protect it: requests are small and few, wrong codes are counted, other pages cannot send
 * forms, and nothing is answered that was typed as a secret.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Refusal } from '../access/refusal.ts'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { listenRefusal } from '../start/listenRefusal.ts'
import { environmentName, SettingError, type SettingName, type SettingTexts, settingFacts } from '../start/settings.ts'
import { StartRefused } from '../start/startRefused.ts'
import {
  type Form,
  isEqual,
  languageOf,
  pageReply,
  receiveForm,
  redirectTo,
  type Reply,
  textReply,
} from './pageRequest.ts'
import { ADMINISTRATOR, QUESTION_GROUPS, type QuestionGroup } from './questions.ts'
import type { Setup } from './setup.ts'
import { codePage, type GroupPage, groupPage, readyPage, startingPage } from './setupPage.ts'

const MOST_CONNECTIONS = 20
/** Wrong codes in a minute, from everywhere together; more are not looked at. */
const MOST_GUESSES = 10
const MINUTE_MS = 60_000
const REQUEST_MS = 10_000
const COOKIE = 'greenwave_setup'
/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const CODE_LENGTH = 16

/** What the page does. */
export interface SetupActs {
  /** Tries answers; resolves with what was tried. Rejects with the reason and the fix. */
  readonly tried: (group: QuestionGroup, answers: SettingTexts) => Promise<string | undefined>
  readonly write: (answers: SettingTexts) => Promise<void>
  /** Makes the administrator with this password. */
  readonly finish: (password: string) => Promise<void>
}

/** A page of a first start that is served. */
export interface SetupServer {
  /** Address with the code in it. */
  readonly url: string
  readonly code: string
  /** Resolves when the page was used to its end and is gone. */
  readonly finished: Promise<void>
  close(): void
}

/** Serves the page where the console will be. @throws {StartRefused} when the port cannot be opened */
export async function serveSetup(setup: Setup, acts: SetupActs, now: () => number = Date.now): Promise<SetupServer> {
  const { host, port } = setup.settings
  const code = codeOf(randomBytes(CODE_LENGTH))
  const page = new SetupPage(setup, acts, code, now)
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS, maxHeaderSize: 8192 })
  server.maxConnections = MOST_CONNECTIONS
  server.on('request', (request, response) => void page.answer(request, response))
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    throw listenRefusal(error, {
      host: { setting: environmentName('host'), value: host },
      port: { setting: environmentName('port'), value: port },
    })
  }
  const bound = server.address()
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const origin = `http://${shown.includes(':') ? `[${shown}]` : shown}:${typeof bound === 'object' ? bound?.port : port}`
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  const ended = once(server, 'close')
  const finished = page.finished.then(async () => {
    close()
    await ended
  })
  return { url: `${origin}/setup?code=${code}`, code, finished, close }
}

/** Returns a code of so many characters as there are bytes; some 78 bits for 16. */
function codeOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/** Language and nonce of one page. */
type Shown = Pick<GroupPage, 'language' | 'nonce'>

class SetupPage {
  readonly #setup: Setup
  readonly #acts: SetupActs
  readonly #code: Buffer
  readonly #now: () => number
  /** Port at which the page listens. */
  readonly #port: number
  /** Cookie of the browser that showed the code. */
  #session: string | undefined
  #guesses: number[] = []
  #password: string | undefined
  #tried: string | undefined
  #isBusy = false
  readonly #finished = Promise.withResolvers<void>()

  constructor(setup: Setup, acts: SetupActs, code: string, now: () => number) {
    this.#setup = setup
    this.#acts = acts
    this.#code = Buffer.from(code)
    this.#now = now
    this.#port = setup.settings.port
  }

  get finished(): Promise<void> {
    return this.#finished.promise
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const nonce = randomBytes(16).toString('base64')
    const reply = await this.#route(request, nonce).catch((): Reply => textReply(400, 'bad request'))
    response.writeHead(reply.status, {
      'content-type': `${reply.type}; charset=utf-8`,
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src http:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      // With none at all, browsers send forms with the origin `null`.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      ...reply.headers,
    })
    if (reply.isLast) response.once('close', () => this.#finished.resolve())
    response.end(reply.body)
  }

  async #route(request: IncomingMessage, nonce: string): Promise<Reply> {
    const { method = '', headers } = request
    const url = new URL(request.url ?? '/', 'http://setup')
    const language = languageOf(url, headers['accept-language'])
    if (url.pathname === '/') return redirectTo('/setup')
    if (!['/setup', '/setup/code', '/setup/start'].includes(url.pathname)) return textReply(404, 'not found')
    if (method !== 'GET' && method !== 'POST') return textReply(405, 'not allowed')
    // A page elsewhere cannot send a form here.
    if (method === 'POST' && headers.origin !== undefined && headers.origin !== `http://${headers.host ?? ''}`) {
      return textReply(403, 'forbidden')
    }
    const form: Form = method === 'POST' ? await receiveForm(request) : new Map()
    if (!this.#isKnown(headers.cookie)) {
      return this.#enter({ language, nonce }, form.get('code') ?? url.searchParams.get('code'))
    }
    const start = redirectTo(`/setup?lang=${language}`)
    if (url.pathname === '/setup/code') return start
    const group = QUESTION_GROUPS.find(({ name }) => name === url.searchParams.get('group'))
    if (method === 'GET') return this.#show({ language, nonce }, group)
    if (this.#isBusy) return textReply(409, 'busy')
    this.#isBusy = true
    try {
      if (url.pathname === '/setup/start') return await this.#start({ language, nonce }, headers.host ?? '')
      return group ? await this.#take({ language, nonce }, group, form) : start
    } finally {
      this.#isBusy = false
    }
  }

  #isKnown(cookie: string | undefined): boolean {
    const given = new RegExp(`(?:^|; )${COOKIE}=([\\w-]{1,64})`).exec(cookie ?? '')?.[1]
    return this.#session !== undefined && given !== undefined && isEqual(given, Buffer.from(this.#session))
  }

  /** Lets a browser in that shows the code, and no other after it. */
  #enter({ language, nonce }: Shown, given: string | null): Reply {
    if (given === null) return pageReply(200, codePage(language, nonce, false))
    const now = this.#now()
    this.#guesses = this.#guesses.filter((at) => at > now - MINUTE_MS)
    if (this.#guesses.length >= MOST_GUESSES) {
      return { ...textReply(429, 'too many wrong codes'), headers: { 'retry-after': '60' } }
    }
    const isRight = isEqual(given.replaceAll(/[\s-]/g, '').toUpperCase(), this.#code)
    if (!isRight || this.#session !== undefined) {
      this.#guesses.push(now)
      return pageReply(403, codePage(language, nonce, true))
    }
    this.#session = randomBytes(24).toString('base64url')
    const cookie = `${COOKIE}=${this.#session}; HttpOnly; SameSite=Strict; Path=/setup`
    return redirectTo(`/setup?lang=${language}`, { 'set-cookie': cookie })
  }

  #isAnswered = (group: QuestionGroup): boolean =>
    group.name === ADMINISTRATOR ? this.#password !== undefined : this.#setup.isAnswered(group)

  #show(shown: Shown, named: QuestionGroup | undefined): Reply {
    const group = named ?? QUESTION_GROUPS.find((each) => !this.#isAnswered(each))
    const tried = this.#tried
    this.#tried = undefined
    const common = { ...shown, isAnswered: this.#isAnswered, tried }
    if (group === undefined) return pageReply(200, readyPage(common))
    return pageReply(200, groupPage({ ...common, group, answers: this.#setup.answers, refused: undefined }))
  }

  async #take(shown: Shown, group: QuestionGroup, form: Form): Promise<Reply> {
    const texts = textsOf(group, form, this.#setup.answers)
    let isTried = false
    try {
      const checked = this.#setup.check(group, texts)
      const password = group.name === ADMINISTRATOR ? await this.#passwordOf(form, checked.adminEmail ?? '') : undefined
      isTried = true
      const tried = form.get('anyway') === '1' ? undefined : await this.#acts.tried(group, checked)
      isTried = false
      await this.#acts.write(checked)
      this.#setup.take(checked)
      this.#password = password ?? this.#password
      this.#tried = tried
      return redirectTo(`/setup?lang=${shown.language}`)
    } catch (error) {
      if (!isShown(error)) throw error
      const isOne = error instanceof SettingError
      const reason = isOne ? error.problem : error.message
      const refused = { texts, isTried, reason, setting: isOne ? error.settingName : undefined }
      const { answers } = this.#setup
      const page = { ...shown, group, answers, isAnswered: this.#isAnswered, tried: undefined, refused }
      return pageReply(422, groupPage(page))
    }
  }

  async #passwordOf(form: Form, email: string): Promise<string> {
    const password = form.get('password') ?? ''
    if (password !== form.get('again')) throw new StartRefused('password', 'The two passwords differ.')
    const problem = await this.#setup.passwordProblem(password, email)
    if (problem !== undefined) throw new StartRefused('password', problem)
    return password
  }

  async #start({ language, nonce }: Shown, host: string): Promise<Reply> {
    const password = this.#password
    if (password === undefined || !QUESTION_GROUPS.every(this.#isAnswered)) return redirectTo(`/setup?lang=${language}`)
    try {
      await this.#acts.finish(password)
    } catch (error) {
      if (!isShown(error)) throw error
      const page = { language, nonce, isAnswered: this.#isAnswered, tried: undefined, reason: error.message }
      return pageReply(500, readyPage(page))
    }
    const { port } = this.#setup.settings
    const own = URL.parse(`http://${host}`)
    // Through a tunnel, the page may have another port than it listens at.
    const origin = port === this.#port && own ? own.origin : `http://${own?.hostname ?? '127.0.0.1'}:${port}`
    const headers = {
      'set-cookie': `${COOKIE}=; HttpOnly; SameSite=Strict; Path=/setup; Max-Age=0`,
      connection: 'close',
    }
    return { ...pageReply(200, startingPage(language, nonce, origin)), headers, isLast: true }
  }
}

/** Returns whether the message of an error is for the user. */
const isShown = (error: unknown): error is Error =>
  error instanceof StartRefused || error instanceof StoreRefused || error instanceof Refusal

/** Returns the answers of a form. A secret that is not typed again stays as it is. */
function textsOf({ questions }: QuestionGroup, form: Form, answers: SettingTexts): SettingTexts {
  const texts: Partial<Record<SettingName, string>> = {}
  for (const { setting } of questions) {
    const typed = form.get(setting) ?? ''
    const isKept = settingFacts(setting).isSecret && typed === '' && form.get(`remove-${setting}`) !== '1'
    texts[setting] = isKept ? (answers[setting] ?? '') : typed
  }
  return texts
}
