/** @file A client that knows only the wire: it returns answers as they came, including refusals and oddities. */
import { addressOf, requestOf } from '@greenwave/client/callRequest'
import type { Asset } from '@greenwave/contract/wire/assets'
import type { TokenPair } from '@greenwave/contract/wire/auth'
import type { CallName } from '@greenwave/contract/wire/calls/calls'
import type { Customer } from '@greenwave/contract/wire/customers'
import type { Device } from '@greenwave/contract/wire/devices'
import { ofDevice } from '@greenwave/contract/wire/ids'
import type { User } from '@greenwave/contract/wire/users'

/** An answer, read completely. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Returns the body as JSON of the type that the test expects. */
  json<T = Record<string, unknown>>(): T
}

/** The parts of a call, right or wrong; a body that is text is sent as it is. */
interface Parts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: object | string
}

/** Makes calls with one token, or without a token. */
export interface Client {
  readonly tokens: TokenPair | undefined
  /** Makes a call of the contract. */
  ask(name: CallName, parts?: Parts): Promise<Answer>
  /** Writes values of a device. */
  writeAttributes(deviceId: string, scope: string, body: object | string): Promise<Answer>
  writeTelemetry(deviceId: string, body: object | string): Promise<Answer>
  /** Creates an entity, and remembers it for `deleteAllMade`. */
  createCustomer(title: string, more?: object): Promise<Customer>
  createDevice(name: string, more?: object): Promise<Device>
  createAsset(name: string, more?: object): Promise<Asset>
  createUser(email: string, customer: Customer, more?: object): Promise<User>
  /** Deletes the created entities, the newest first. */
  deleteAllMade(): Promise<void>
  /** Returns a client of the same platform with another token. */
  as(tokens: TokenPair | undefined): Client
}

/** Creates a client of the platform at `url`. */
export function createClient(url: string, tokens?: TokenPair): Client {
  const made: { readonly call: CallName; readonly params: Readonly<Record<string, string>> }[] = []

  async function ask(name: CallName, { params, query, body }: Parts = {}): Promise<Answer> {
    const { headers, ...request } = requestOf(name, { body }, tokens?.token ?? null)
    return readAnswer(
      fetch(url + addressOf(name, { params, query }), {
        ...request,
        // Accepts whatever the platform chooses to answer.
        headers: { ...headers, Accept: '*/*' },
        redirect: 'manual',
        ...(typeof body === 'string' ? { body } : {}),
      }),
    )
  }
  async function create<T extends { id: { id: string } }>(
    name: CallName,
    parts: Parts,
    remove: (id: string) => (typeof made)[number],
  ): Promise<T> {
    const answer = await ask(name, parts)
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`)
    const entity = answer.json<T>()
    made.push(remove(entity.id.id))
    return entity
  }
  return {
    tokens,
    ask,
    writeAttributes: (deviceId, scope, body) =>
      ask('saveAttributes', { params: { ...ofDevice(deviceId), scope }, body }),
    writeTelemetry: (deviceId, body) =>
      ask('saveTimeseries', { params: { ...ofDevice(deviceId), scope: 'ANY' }, body }),
    createCustomer: (title, more) =>
      create('saveCustomer', { body: { title, ...more } }, (customerId) => ({
        call: 'deleteCustomer',
        params: { customerId },
      })),
    createDevice: (name, more) =>
      create('saveDevice', { body: { name, ...more } }, (deviceId) => ({ call: 'deleteDevice', params: { deviceId } })),
    createAsset: (name, more) =>
      create('saveAsset', { body: { name, ...more } }, (assetId) => ({ call: 'deleteAsset', params: { assetId } })),
    createUser: (email, customer, more) =>
      create(
        'saveUser',
        {
          query: { sendActivationMail: 'false' },
          body: { email, authority: 'CUSTOMER_USER', customerId: customer.id, ...more },
        },
        (userId) => ({ call: 'deleteUser', params: { userId } }),
      ),
    async deleteAllMade() {
      for (const { call, params } of made.splice(0).reverse()) {
        const { status, text } = await ask(call, { params })
        if (status !== 200 && status !== 404) throw new Error(`${call}: ${status} ${text}`)
      }
    },
    as: (other) => createClient(url, other),
  }
}

/** Reads the answer of a `fetch`. */
export async function readAnswer(asked: Promise<Response>): Promise<Answer> {
  const response = await asked
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
}

/** Signs in and returns a client with the tokens. Throws when the platform refuses. */
export async function signIn(client: Client, username: string, password: string): Promise<Client> {
  const answer = await client.ask('login', { body: { username, password } })
  if (answer.status !== 200) throw new Error(`sign-in of ${username}: ${answer.status} ${answer.text}`)
  return client.as(answer.json<TokenPair>())
}

/** Returns the token in a user's activation link. */
export async function activationToken(admin: Client, user: User): Promise<string> {
  const answer = await admin.ask('activationLinkInfo', { params: { userId: user.id.id } })
  return new URL(answer.json<{ value: string }>().value).searchParams.get('activateToken') ?? ''
}

/** Creates a customer user, activates the account with its link and signs it in. */
export async function createViewer(
  admin: Client,
  customer: Customer,
  email: string,
  password: string,
): Promise<{ user: User; client: Client }> {
  const user = await admin.createUser(email, customer)
  const activateToken = await activationToken(admin, user)
  const query = { sendActivationMail: 'false' }
  await admin.as(undefined).ask('activate', { query, body: { activateToken, password } })
  return { user, client: await signIn(admin.as(undefined), email, password) }
}

/** Returns status, errorCode and message of a refusal in JSON. */
export function refusalOf(answer: Answer): [status: number, errorCode: unknown, message: unknown] {
  const { errorCode, message } = answer.json()
  return [answer.status, errorCode, message]
}
