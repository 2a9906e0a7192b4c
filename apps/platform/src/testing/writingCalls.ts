/** @file One example of each call that writes, for tests that go through all of them. Long: a row for each that needs its own. */
import { createHash, randomUUID } from 'node:crypto'
import { type Call, type CallName, calls } from '@greenwave/contract/wire/calls/calls'
import { type EntityRef, entityRef } from '@greenwave/contract/wire/ids'
import type { LightMyRequestResponse } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import type { CallPolicy, WritingCall } from '../http/callTypes.ts'
import { POLICIES } from '../http/server.ts'
import { SoftwareAuthenticator } from './softwareAuthenticator.ts'
import { imageForm } from './testImages.ts'
import { type Caller, PASSWORD, type TestPlatform } from './testPlatform.ts'

/** The parts of a request besides its method. */
interface Said {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: object | string | undefined
}
/** Prepares what a call needs; resolves with a function that makes the call, successfully and once. */
type Example = (platform: TestPlatform) => Promise<() => Promise<LightMyRequestResponse>>

const HOST = 'signals.example'
/** Headers of a reverse proxy on this machine, because passkeys need a host name. */
const PROXIED = { 'x-forwarded-proto': 'https', 'x-forwarded-host': HOST }
const withToken = (platform: TestPlatform, token: string): Caller =>
  platform.caller({ ...PROXIED, 'x-authorization': `Bearer ${token}` })

function make(caller: Caller, name: CallName, { params = {}, query = '', body }: Said = {}) {
  const { method, path }: Call = calls[name]
  const url = path.replace(/:(\w+)/g, (_, param: string) => params[param] ?? '') + query
  return caller.send(method, url, body)
}

let made = 0
const fresh = (name: string): string => `${name}${++made}`

/** Creates a customer user with a session, behind a proxy. */
async function newUser(platform: TestPlatform) {
  const customer = await platform.customer(fresh('District '))
  const { user, caller } = await platform.customerUser(customer, `${fresh('user')}@city.vn`)
  return { user, customer, session: caller, caller: withToken(platform, caller.token) }
}
/** Creates a customer user who has just proved their identity. */
async function provedUser(platform: TestPlatform) {
  const owner = await newUser(platform)
  await make(owner.caller, 'proveIdentity', { body: { password: PASSWORD } })
  return owner
}
async function newTotp(caller: Caller) {
  const config = (await make(caller, 'generateFactor', { query: '?providerType=TOTP' })).json()
  const secret = new URL(config.authUrl).searchParams.get('secret') ?? ''
  return { config, secret }
}
const codeOf = (platform: TestPlatform, secret: string): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: platform.access.now() })
const saveTotp = (platform: TestPlatform, caller: Caller, { config, secret }: Awaited<ReturnType<typeof newTotp>>) =>
  make(caller, 'saveFactor', { query: `?verificationCode=${codeOf(platform, secret)}`, body: config })
/** Creates a user with an authenticator app whose next code is unused. */
async function totpUser(platform: TestPlatform) {
  const owner = await provedUser(platform)
  const totp = await newTotp(owner.caller)
  await saveTotp(platform, owner.caller, totp)
  platform.advance(60_000)
  return { ...owner, ...totp }
}
async function passkeyUser(platform: TestPlatform) {
  const owner = await provedUser(platform)
  const key = new SoftwareAuthenticator(`https://${HOST}`)
  const response = key.create((await make(owner.caller, 'newPasskeyOptions')).json())
  return { ...owner, key, add: () => make(owner.caller, 'addPasskey', { body: { name: 'Key', response } }) }
}
/** Signs in with a right password; returns the caller for the next step. */
async function afterPassword(platform: TestPlatform, email: string): Promise<Caller> {
  const body = { username: email, password: PASSWORD }
  return withToken(platform, (await make(platform.caller(PROXIED), 'login', { body })).json().token)
}
/** Creates a user who has requested a new e-mail address. */
async function movingUser(platform: TestPlatform) {
  const owner = await newUser(platform)
  const body = { ...owner.user, email: `${fresh('new')}@city.vn`, currentPassword: PASSWORD }
  await make(owner.caller, 'saveUser', { body })
  return { ...owner, params: { userId: owner.user.id.id } }
}
/** Creates a user with an API key; resolves with the parameters of calls about it. */
async function keyUser(platform: TestPlatform) {
  const owner = await newUser(platform)
  const body = { userId: owner.user.id, description: 'Reports', expirationTime: 0 }
  const key = (await make(owner.caller, 'saveApiKey', { body })).json()
  return { ...owner, key, params: { apiKeyId: key.id.id } }
}
/** Creates a user without an activated account; returns the user and the activation token. */
async function invited(platform: TestPlatform) {
  const customer = await platform.customer(fresh('District '))
  const body = { email: `${fresh('user')}@city.vn`, authority: 'CUSTOMER_USER', customerId: customer.id }
  const user = (await make(platform.admin, 'saveUser', { query: '?sendActivationMail=false', body })).json()
  return { user, activateToken: platform.access.accounts.activationToken(user.id.id).token }
}
/** A call of an administrator about an expired activation link, so that a new one is created. */
const onOldInvitation =
  (name: CallName): Example =>
  async (platform) => {
    const { users } = platform.store
    const { user } = await invited(platform)
    const credentials = users.credentials(user.id.id)
    if (credentials !== undefined) users.saveCredentials({ ...credentials, activateTokenExpTime: 0 })
    return () => make(platform.admin, name, { params: { userId: user.id.id } })
  }
const deviceParams = (id: string) => ({
  deviceId: id,
  entityType: 'DEVICE',
  entityId: id,
  scope: 'SHARED_SCOPE',
  ttl: '60',
})
/** A call of an administrator on a new device. */
const onDevice =
  (name: CallName, said: Omit<Said, 'params'> = {}): Example =>
  async (platform) => {
    const { id } = await platform.device(fresh('TLC-'))
    return () => make(platform.admin, name, { params: deviceParams(id.id), ...said })
  }
/** A call of an administrator on a new alarm, which has an assignee before it is unassigned. */
const onAlarm =
  (name: CallName): Example =>
  async (platform) => {
    const { id } = await platform.device(fresh('TLC-'))
    const alarm = (
      await platform.admin.post('/api/alarm', { type: 'Offline', originator: id, severity: 'MAJOR' })
    ).json()
    const userId = platform.store.users.byEmail(platform.admin.email)?.id.id ?? ''
    const params = { alarmId: alarm.id.id, userId }
    if (name === 'unassignAlarm') await make(platform.admin, 'assignAlarm', { params })
    return () => make(platform.admin, name, { params })
  }
/** A call of an administrator on the comments of a new alarm, which has one. */
const onComment =
  (name: CallName): Example =>
  async (platform) => {
    const { id } = await platform.device(fresh('TLC-'))
    const raised = { type: 'Offline', originator: id, severity: 'MAJOR' }
    const alarmId = (await make(platform.admin, 'saveAlarm', { body: raised })).json().id.id
    const body = { comment: { text: 'on the way' } }
    const comment = (await make(platform.admin, 'saveAlarmComment', { params: { alarmId }, body })).json()
    return () => make(platform.admin, name, { params: { alarmId, commentId: comment.id.id }, body })
  }
/** Returns the example of a call's policy; names and titles are fresh. */
function exampleBody(name: CallName): object | undefined {
  const { example }: CallPolicy = POLICIES[name]
  const isName = (key: string) => key === 'name' || key === 'title'
  return (
    example &&
    Object.fromEntries(Object.entries(example).map(([key, value]) => [key, isName(key) ? fresh(`${value} `) : value]))
  )
}

/** Saves the example of an entity as an administrator: that of `saveNote` for `noteId`. */
export async function savedExample(platform: TestPlatform, idParam: string): Promise<{ readonly id: EntityRef }> {
  const name = `save${idParam.charAt(0).toUpperCase()}${idParam.slice(1, -'Id'.length)}`
  const save = (Object.keys(calls) as CallName[]).find((call) => call === name)
  const body = save && exampleBody(save)
  if (!save || !body)
    throw new Error(`A call with :${idParam} needs an example of ${name} in its policy, or one of its own here`)
  return (await make(platform.admin, save, { body })).json()
}

/** A call of an administrator with the example of its policy, on saved examples of the entities in its path. */
const usual =
  (name: CallName): Example =>
  async (platform) => {
    const ids = calls[name].path.matchAll(/:(\w+)/g)
    const params: Record<string, string> = {}
    for (const [, param = ''] of ids) params[param] = (await savedExample(platform, param)).id.id
    return () => make(platform.admin, name, { params, body: exampleBody(name) })
  }

/** All calls that write. */
export const WRITING_CALLS = Object.entries<CallPolicy>(POLICIES)
  .filter(([, { records, unrecorded }]) => records !== undefined || unrecorded !== undefined)
  .map(([name]) => name as WritingCall)

/** Returns the example of a call. */
export const exampleOf = (name: WritingCall): Example => EXAMPLES[name] ?? usual(name)

/** Calls that need more than the example of their policy; made by an administrator unless about the caller's own account. */
const EXAMPLES: Readonly<Partial<Record<WritingCall, Example>>> = {
  // Others write meanwhile, so that it is over at once.
  startMaintenance: async (platform) => async () => {
    const body = { text: 'The database is moved', until: platform.access.now() + 60_000 }
    const response = await make(platform.admin, 'startMaintenance', { body })
    platform.store.maintenance.end()
    return response
  },
  login: async (platform) => {
    const { user } = await newUser(platform)
    const body = { username: user.email, password: PASSWORD }
    return () => make(platform.caller({}), 'login', { body })
  },
  refreshToken: async (platform) => {
    const { session } = await newUser(platform)
    return () => make(platform.caller({}), 'refreshToken', { body: { refreshToken: session.refreshToken } })
  },
  changePassword: async (platform) => {
    const { caller } = await newUser(platform)
    const body = { currentPassword: PASSWORD, newPassword: 'staple battery' }
    return () => make(caller, 'changePassword', { body })
  },
  logout: async (platform) => {
    const { caller } = await newUser(platform)
    return () => make(caller, 'logout')
  },
  activate: async (platform) => {
    const { activateToken } = await invited(platform)
    return () => make(platform.caller({}), 'activate', { body: { activateToken, password: PASSWORD } })
  },
  resetPassword: async (platform) => {
    const { user } = await newUser(platform)
    await platform.access.accounts.setPassword(user.id.id, PASSWORD, 'printed')
    const answer = await make(platform.caller({}), 'login', { body: { username: user.email, password: PASSWORD } })
    const body = { resetToken: answer.json().resetToken, password: 'staple battery' }
    return () => make(platform.caller({}), 'resetPassword', { body })
  },

  sendVerificationCode: async (platform) => {
    const { user } = await totpUser(platform)
    const step = await afterPassword(platform, user.email)
    return () => make(step, 'sendVerificationCode', { query: '?providerType=TOTP' })
  },
  checkVerificationCode: async (platform) => {
    const { user, secret } = await totpUser(platform)
    const step = await afterPassword(platform, user.email)
    const query = `?providerType=TOTP&verificationCode=${codeOf(platform, secret)}`
    return () => make(step, 'checkVerificationCode', { query })
  },
  passkeyChallenge: async (platform) => {
    const { user, add } = await passkeyUser(platform)
    await add()
    const step = await afterPassword(platform, user.email)
    return () => make(step, 'passkeyChallenge')
  },
  checkPasskey: async (platform) => {
    const { user, key, add } = await passkeyUser(platform)
    await add()
    const step = await afterPassword(platform, user.email)
    const body = key.get((await make(step, 'passkeyChallenge')).json())
    return () => make(step, 'checkPasskey', { body })
  },
  finishFactorSetup: async (platform) => {
    const { user } = await newUser(platform)
    const { access } = platform
    const credentials = platform.store.users.credentials(user.id.id)
    if (credentials === undefined) throw new Error('an account has credentials')
    const token = await access.steps.issue(user, credentials, 'MFA_CONFIGURATION_TOKEN')
    const { id } = await access.steps.verify(token, 'MFA_CONFIGURATION_TOKEN')
    const principal = { userId: user.id.id, email: user.email, authority: user.authority, sessionId: id, chainId: id }
    const caller = { ...principal, tenantId: user.tenantId.id, customerId: user.customerId.id }
    access.factors.prove(id)
    const { authUrl } = access.factors.newTotp(caller)
    access.factors.saveTotp(caller, authUrl, codeOf(platform, new URL(authUrl).searchParams.get('secret') ?? ''))
    return () => make(withToken(platform, token), 'finishFactorSetup')
  },

  proveIdentity: async (platform) => {
    const { caller } = await newUser(platform)
    return () => make(caller, 'proveIdentity', { body: { password: PASSWORD } })
  },
  generateFactor: async (platform) => {
    const { caller } = await provedUser(platform)
    return () => make(caller, 'generateFactor', { query: '?providerType=TOTP' })
  },
  submitFactor: async (platform) => {
    const { caller } = await provedUser(platform)
    const { config } = await newTotp(caller)
    return () => make(caller, 'submitFactor', { body: config })
  },
  saveFactor: async (platform) => {
    const { caller } = await provedUser(platform)
    const totp = await newTotp(caller)
    return () => saveTotp(platform, caller, totp)
  },
  deleteFactor: async (platform) => {
    const { caller } = await totpUser(platform)
    return () => make(caller, 'deleteFactor', { query: '?providerType=TOTP' })
  },
  newRecoveryCodes: async (platform) => {
    const { caller } = await totpUser(platform)
    return () => make(caller, 'newRecoveryCodes')
  },
  newPasskeyOptions: async (platform) => {
    const { caller } = await provedUser(platform)
    return () => make(caller, 'newPasskeyOptions')
  },
  addPasskey: async (platform) => (await passkeyUser(platform)).add,
  deletePasskey: async (platform) => {
    const { caller, add } = await passkeyUser(platform)
    const [key] = (await add()).json().passkeys
    return () => make(caller, 'deletePasskey', { params: { passkeyId: key.id } })
  },
  deleteUserFactors: async (platform) => {
    const { user } = await totpUser(platform)
    return () => make(platform.admin, 'deleteUserFactors', { params: { userId: user.id.id } })
  },

  saveUser: async (platform) => {
    const { user } = await newUser(platform)
    return () => make(platform.admin, 'saveUser', { body: { ...user, firstName: 'An' } })
  },
  confirmEmail: async (platform) => {
    const { user } = await newUser(platform)
    const token = fresh('a-token-of-a-mailed-link')
    const tokenHash = createHash('sha256').update(token).digest('base64url')
    const change = { userId: user.id.id, email: `${fresh('new')}@city.vn`, tokenHash }
    platform.store.emailChanges.save({ ...change, expiresTs: platform.access.now() + 60_000 })
    return () => make(platform.caller({}), 'confirmEmail', { body: { token } })
  },
  cancelEmailChange: async (platform) => {
    const { caller } = await movingUser(platform)
    return () => make(caller, 'cancelEmailChange')
  },
  confirmUserEmail: async (platform) => {
    const { params } = await movingUser(platform)
    return () => make(platform.admin, 'confirmUserEmail', { params })
  },
  rejectUserEmail: async (platform) => {
    const { params } = await movingUser(platform)
    return () => make(platform.admin, 'rejectUserEmail', { params })
  },
  deleteUser: async (platform) => {
    const { user } = await newUser(platform)
    return () => make(platform.admin, 'deleteUser', { params: { userId: user.id.id } })
  },
  setUserCredentialsEnabled: async (platform) => {
    const { user } = await newUser(platform)
    const query = '?userCredentialsEnabled=false'
    return () => make(platform.admin, 'setUserCredentialsEnabled', { params: { userId: user.id.id }, query })
  },
  userToken: async (platform) => {
    const { user } = await newUser(platform)
    return () => make(platform.admin, 'userToken', { params: { userId: user.id.id } })
  },
  activationLinkInfo: onOldInvitation('activationLinkInfo'),
  activationLink: onOldInvitation('activationLink'),

  saveApiKey: async (platform) => {
    const { user, caller } = await newUser(platform)
    return () => make(caller, 'saveApiKey', { body: { userId: user.id, description: 'Reports' } })
  },
  describeApiKey: async (platform) => {
    const { caller, params } = await keyUser(platform)
    return () => make(caller, 'describeApiKey', { params, body: 'Nightly reports' })
  },
  enableApiKey: async (platform) => {
    const { caller, params } = await keyUser(platform)
    return () => make(caller, 'enableApiKey', { params: { ...params, enabled: 'false' } })
  },
  deleteApiKey: async (platform) => {
    const { params } = await keyUser(platform)
    return () => make(platform.admin, 'deleteApiKey', { params })
  },
  endOwnSession: async (platform) => {
    const { user, caller } = await newUser(platform)
    const { chainId } = platform.access.sessions.open(user.id.id, { address: '127.0.0.1', userAgent: undefined })
    return () => make(caller, 'endOwnSession', { params: { sessionId: chainId } })
  },
  endOtherSessions: async (platform) => {
    const { user, caller } = await newUser(platform)
    await platform.signIn(user.email, PASSWORD)
    return () => make(caller, 'endOtherSessions')
  },
  endUserSession: async (platform) => {
    const { user } = await newUser(platform)
    const sessionId = platform.access.sessions.of(user.id.id)[0]?.id ?? ''
    return () => make(platform.admin, 'endUserSession', { params: { userId: user.id.id, sessionId } })
  },
  endUserSessions: async (platform) => {
    const { user } = await newUser(platform)
    return () => make(platform.admin, 'endUserSessions', { params: { userId: user.id.id } })
  },

  deleteCustomer: async (platform) => {
    const { customer } = await newUser(platform)
    await platform.device(fresh('TLC-'), { customerId: customer.id })
    return () => make(platform.admin, 'deleteCustomer', { params: { customerId: customer.id.id } })
  },

  saveDeviceWithCredentials: async (platform) => {
    const credentials = { credentialsType: 'ACCESS_TOKEN', credentialsId: fresh('access token ') }
    const body = { device: { name: fresh('TLC-') }, credentials }
    return () => make(platform.admin, 'saveDeviceWithCredentials', { body })
  },
  saveDeviceCredentials: async (platform) => {
    const { id } = await platform.device(fresh('TLC-'))
    const body = { ...platform.store.credentials.byDevice(id.id), credentialsId: fresh('access token ') }
    return () => make(platform.admin, 'saveDeviceCredentials', { body })
  },
  unassignDevice: async (platform) => {
    const owner = await platform.customer(fresh('District '))
    const { id } = await platform.device(fresh('TLC-'), { customerId: owner.id })
    return () => make(platform.admin, 'unassignDevice', { params: { deviceId: id.id } })
  },

  unassignAsset: async (platform) => {
    const { id } = await platform.asset(fresh('Corridor '), {
      customerId: (await platform.customer(fresh('District '))).id,
    })
    return () => make(platform.admin, 'unassignAsset', { params: { assetId: id.id } })
  },

  saveAttributes: onDevice('saveAttributes', { body: { Mode: 2 } }),
  saveDeviceAttributes: onDevice('saveDeviceAttributes', { body: { Mode: 2 } }),
  deleteAttributes: onDevice('deleteAttributes', { query: '?keys=Mode' }),
  saveTimeseries: onDevice('saveTimeseries', { body: { P1: 7 } }),
  saveTimeseriesWithTtl: onDevice('saveTimeseriesWithTtl', { body: { P1: 7 } }),
  deleteTimeseries: onDevice('deleteTimeseries', { query: '?keys=P1&deleteAllDataForKeys=true' }),

  saveAlarm: async (platform) => {
    const { id } = await platform.device(fresh('TLC-'))
    return () => make(platform.admin, 'saveAlarm', { body: { type: 'Offline', originator: id, severity: 'MAJOR' } })
  },
  acknowledgeAlarm: onAlarm('acknowledgeAlarm'),
  clearAlarm: onAlarm('clearAlarm'),
  deleteAlarm: onAlarm('deleteAlarm'),
  assignAlarm: onAlarm('assignAlarm'),
  unassignAlarm: onAlarm('unassignAlarm'),
  uploadImage: async (platform) => async () => make(platform.admin, 'uploadImage', { body: imageForm('Cabinet') }),
  deleteImage: async (platform) => {
    const { resourceKey } = (await make(platform.admin, 'uploadImage', { body: imageForm('Cabinet') })).json()
    return () => make(platform.admin, 'deleteImage', { params: { type: 'tenant', key: resourceKey } })
  },
  deleteUnusedPhotos: async (platform) => {
    const device = await platform.device(fresh('TLC-'))
    const title = device.id.id
    const image = (await make(platform.admin, 'uploadImage', { body: imageForm(title) })).json()
    const old = { ...image, id: entityRef('TB_RESOURCE', randomUUID()), resourceKey: fresh('old-'), createdTime: 1 }
    platform.store.images.add(old, title, Buffer.alloc(1))
    return () => make(platform.admin, 'deleteUnusedPhotos')
  },
  saveAlarmComment: onComment('saveAlarmComment'),
  deleteAlarmComment: onComment('deleteAlarmComment'),
}
