/** @file A client that knows nothing of a platform but its wire. */
import type { TokenPair } from '@greenwave/contract/auth'
import type { Customer } from '@greenwave/contract/customers'
import type { Device } from '@greenwave/contract/devices'
import type { User } from '@greenwave/contract/users'

/** An answer, read whole. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON of the type that the test expects. */
  json<T = Record<string, unknown>>(): T
}

/** Makes calls with one token, or none. */
export interface Client {
  readonly tokens: TokenPair | undefined
  get(path: string): Promise<Answer>
  post(path: string, body?: object | string): Promise<Answer>
  delete(path: string): Promise<Answer>
  /** Makes an entity and remembers it. */
  createCustomer(title: string, more?: object): Promise<Customer>
  createDevice(name: string, more?: object): Promise<Device>
  createUser(email: string, customer: Customer, more?: object): Promise<User>
  /** Deletes what it made, the newest first. */
  deleteAllMade(): Promise<void>
  /** The same platform with another token. */
  as(tokens: TokenPair | undefined): Client
}

export function createClient(url: string, tokens?: TokenPair): Client {
  const made: string[] = []

  async function send(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object | string): Promise<Answer> {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(tokens === undefined ? {} : { 'x-authorization': `Bearer ${tokens.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
  }
  async function create<T extends { id: { id: string } }>(path: string, body: object, kind: string): Promise<T> {
    const answer = await send('POST', path, body)
    if (answer.status !== 200) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`)
    const entity = answer.json<T>()
    made.push(`/api/${kind}/${entity.id.id}`)
    return entity
  }
  return {
    tokens,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    delete: (path) => send('DELETE', path),
    createCustomer: (title, more) => create('/api/customer', { title, ...more }, 'customer'),
    createDevice: (name, more) => create('/api/device', { name, ...more }, 'device'),
    createUser: (email, customer, more) =>
      create(
        '/api/user?sendActivationMail=false',
        { email, authority: 'CUSTOMER_USER', customerId: customer.id, ...more },
        'user',
      ),
    async deleteAllMade() {
      for (const path of made.splice(0).reverse()) {
        const { status, text } = await send('DELETE', path)
        if (status !== 200 && status !== 404) throw new Error(`DELETE ${path}: ${status} ${text}`)
      }
    },
    as: (other) => createClient(url, other),
  }
}

/** Signs in. */
export async function signIn(client: Client, username: string, password: string): Promise<Client> {
  const answer = await client.post('/api/auth/login', { username, password })
  if (answer.status !== 200) throw new Error(`sign-in of ${username}: ${answer.status} ${answer.text}`)
  return client.as(answer.json<TokenPair>())
}

/** The token in a user's activation link. */
export async function activationToken(admin: Client, user: User): Promise<string> {
  const answer = await admin.get(`/api/user/${user.id.id}/activationLinkInfo`)
  return new URL(answer.json<{ value: string }>().value).searchParams.get('activateToken') ?? ''
}

/** Makes a customer user, activates him by his link and signs him in. */
export async function createViewer(
  admin: Client,
  customer: Customer,
  email: string,
  password: string,
): Promise<{ user: User; client: Client }> {
  const user = await admin.createUser(email, customer)
  const activateToken = await activationToken(admin, user)
  await admin.as(undefined).post('/api/noauth/activate?sendActivationMail=false', { activateToken, password })
  return { user, client: await signIn(admin.as(undefined), email, password) }
}

/** Status, errorCode and message of a refusal in JSON. */
export function refusalOf(answer: Answer): [status: number, errorCode: unknown, message: unknown] {
  const { errorCode, message } = answer.json()
  return [answer.status, errorCode, message]
}
