/** @file Long: every call with every kind of caller. */
import { systemOfTests } from '@greenwave/harness/ofTest'
import { randomUUID } from 'node:crypto'
import type { Asset } from '@greenwave/contract/wire/assets'
import { type Call, type CallName, calls } from '@greenwave/contract/wire/calls/calls'
import type { Device } from '@greenwave/contract/wire/devices'
import { entityRef, NULL_UUID } from '@greenwave/contract/wire/ids'
import type { User } from '@greenwave/contract/wire/users'
import type { LightMyRequestResponse } from 'fastify'
import { SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { imageForm } from '../testing/testImages.ts'
import { savedExample } from '../testing/writingCalls.ts'
import type { CallPolicy } from './callTypes.ts'
import { POLICIES } from './server.ts'
import { type Caller, createTestPlatform, PASSWORD } from '../testing/testPlatform.ts'

/** Returns whether a call replies a page of a list. */
function isPaged(name: CallName): boolean {
  const { query }: Call = calls[name]
  return query !== undefined && 'shape' in query && 'pageSize' in Object(query.shape)
}

/** Calls on the caller's own second factors. */
const FACTOR_CALLS: readonly CallName[] = [
  ...(['factorProviders', 'factorSettings', 'proveIdentity', 'generateFactor', 'submitFactor', 'saveFactor'] as const),
  ...(['deleteFactor', 'newRecoveryCodes', 'newPasskeyOptions', 'addPasskey', 'deletePasskey'] as const),
]
/** Calls on the caller's own API keys, of which an administrator only lists and deletes those of others. */
const OWN_KEY_CALLS: readonly CallName[] = ['saveApiKey', 'describeApiKey', 'enableApiKey']
/** Calls that customer users may make on entities of their customer; they are denied every other call. */
const CUSTOMER_USER_CALLS: readonly CallName[] = [
  ...FACTOR_CALLS,
  ...(['logout', 'changePassword', 'cancelEmailChange', 'currentUser', 'user', 'users'] as const),
  ...(['ownSessions', 'endOwnSession', 'endOtherSessions'] as const),
  ...(['customer', 'customerShortInfo', 'customerDevices', 'deviceInfo', 'device', 'defaultDeviceProfile'] as const),
  ...(['customerPlainDevices', 'devicesByIds', 'deviceTypes', 'deviceProfileInfos', 'userInfos'] as const),
  ...(['customerAssets', 'customerPlainAssets', 'assetInfo', 'asset', 'assetProfileNames'] as const),
  ...(['systemInfo', 'systemParams'] as const),
  ...(['attributes', 'allAttributes', 'attributeKeys', 'allAttributeKeys', 'timeseries', 'timeseriesKeys'] as const),
  ...(['alarms', 'alarmsV2', 'entityAlarms', 'entityAlarmsV2', 'alarm', 'alarmInfo'] as const),
  ...([
    'highestAlarmSeverity',
    'alarmTypes',
    'acknowledgeAlarm',
    'clearAlarm',
    'assignAlarm',
    'unassignAlarm',
  ] as const),
  ...(['alarmComments', 'saveAlarmComment', 'deleteAlarmComment'] as const),
  ...(['findEntities', 'countEntities', 'findAlarms', 'countAlarms', 'evidence', 'evidenceKey'] as const),
  ...(['uploadImage', 'image', 'imageInfo'] as const),
]
/** Calls by which nobody learns what exists: what belongs to another customer is not found. */
const HIDING_CALLS: readonly CallName[] = ['image', 'imageInfo']
/** Calls about the caller or everything in reach, so that strangers may make them too and see their own. */
const OWN_REACH_CALLS: readonly CallName[] = [
  ...FACTOR_CALLS,
  ...(Object.keys(calls) as CallName[]).filter((name) => !calls[name].path.includes(':') && isPaged(name)),
  ...(['logout', 'changePassword', 'cancelEmailChange', 'currentUser', 'userTokenAccessEnabled'] as const),
  ...(['ownSessions', 'endOwnSession', 'endOtherSessions'] as const),
  ...(['defaultDeviceProfile', 'customerAuditLogs', 'userAuditLogs', 'entityAuditLogs'] as const),
  ...(['assetProfileNames', 'devicesByIds', 'deviceTypes', 'systemInfo', 'systemParams'] as const),
  ...(['findEntities', 'countEntities', 'findAlarms', 'countAlarms', 'evidenceKey'] as const),
  ...(['systemReport', 'systemFindings', 'supportBundle', 'startMaintenance', 'endMaintenance'] as const),
  ...(['unusedPhotos', 'deleteUnusedPhotos'] as const),
]
const PUBLIC_CALLS: readonly CallName[] = [
  ...([
    'login',
    'refreshToken',
    'passwordPolicy',
    'openActivation',
    'activate',
    'resetPassword',
    'signInClients',
    'confirmEmail',
  ] as const),
]
/** Calls that continue an unfinished sign-in: no session may make them. */
const SIGN_IN_STEP_CALLS: readonly CallName[] = [
  ...(['signInProviders', 'sendVerificationCode', 'checkVerificationCode'] as const),
  ...(['passkeyChallenge', 'checkPasskey', 'finishFactorSetup'] as const),
]
/** For these, another tenant's entity is denied; for the others it does not exist. */
const DENIED_ACROSS_TENANTS = /^\/api\/(?:customer\/:|customer$|user|2fa\/user|greenwave\/user|apiKey|device\/info\/)/

/** The entities that calls are tried on; all belong to the customer of the owner. */
interface Target {
  readonly device: Device
  readonly asset: Asset
  readonly customerId: string
  readonly user: User
  readonly alarmId: string
  readonly commentId: string
  readonly imageKey: string
}

let count = 0

const platform = systemOfTests(await createTestPlatform())
const customer = await platform.customer('District 1')
const customerId = customer.id.id
const owner = await platform.customerUser(customer, 'owner@city.vn')
const other = await platform.customerUser(await platform.customer('District 2'), 'other@city.vn')
// Calls that change second factors need a recent proof of identity; without it they would refuse every caller alike.
for (const caller of [owner.caller, other.caller, platform.admin, platform.stranger]) {
  await caller.post('/api/2fa/account/confirm', { password: PASSWORD })
}

async function newTarget(): Promise<Target> {
  count += 1
  const { admin } = platform
  const device = await platform.device(`TLC-${count}`, { customerId: entityRef('CUSTOMER', customerId) })
  const asset = await platform.asset(`Corridor ${count}`, { customerId: entityRef('CUSTOMER', customerId) })
  const user = await admin.post('/api/user?sendActivationMail=false', {
    email: `user${count}@city.vn`,
    authority: 'CUSTOMER_USER',
    customerId: entityRef('CUSTOMER', customerId),
  })
  const alarm = await admin.post('/api/alarm', { type: 'Offline', originator: device.id, severity: 'MAJOR' })
  const alarmId = alarm.json().id.id
  // Users may delete their own comments only.
  const comment = await owner.caller.post(`/api/alarm/${alarmId}/comment`, { comment: { text: 'on the way' } })
  const imageKey = (await admin.post('/api/image', imageForm(device.id.id))).json().resourceKey
  return { device, asset, customerId, user: user.json(), alarmId, commentId: comment.json().id.id, imageKey }
}

/** Returns the query that a call needs. */
function queryOf(name: CallName, { device, asset }: Target): string {
  if (name === 'assetByName') return `?assetName=${encodeURIComponent(asset.name)}`
  if (name === 'devicesByIds') return `?deviceIds=${device.id.id}`
  if (name === 'evidence') return '?startTs=1000&endTs=2000'
  if (name === 'deleteAttributes') return '?keys=Mode'
  if (name === 'deleteTimeseries') return '?keys=Mode&deleteAllDataForKeys=true'
  if (name === 'saveUser') return '?sendActivationMail=false'
  if (['sendVerificationCode', 'checkVerificationCode', 'generateFactor', 'deleteFactor'].includes(name)) {
    return '?providerType=TOTP&verificationCode=123456'
  }
  return isPaged(name) ? '?pageSize=10&page=0' : ''
}

const MADE_UP_CEREMONY = {
  id: 'key',
  rawId: 'key',
  type: 'public-key',
  response: { clientDataJSON: '' },
  clientExtensionResults: {},
}

function bodyOf(name: CallName, { device, asset, user, alarmId }: Target): object | undefined {
  switch (name) {
    case 'changePassword':
      return { currentPassword: 'not the password', newPassword: 'another one' }
    case 'proveIdentity':
      return {}
    case 'submitFactor':
    case 'saveFactor':
      return { providerType: 'TOTP' }
    case 'addPasskey':
    case 'checkPasskey':
      return { name: 'Key', response: MADE_UP_CEREMONY }
    case 'saveUser':
      return { ...user, firstName: 'Changed' }
    case 'saveApiKey':
      return { userId: user.id, description: 'Reports' }
    case 'saveCustomer':
      return { id: entityRef('CUSTOMER', customerId), title: `District 1 (${count})` }
    case 'saveAsset':
      return { ...asset, label: 'changed' }
    case 'saveDevice':
      return { ...device, label: 'changed' }
    case 'saveDeviceWithCredentials':
      return {
        device,
        credentials: { credentialsType: 'ACCESS_TOKEN', credentialsId: `token-${count}-${Math.random()}` },
      }
    case 'saveDeviceCredentials':
      return { deviceId: device.id, credentialsType: 'ACCESS_TOKEN', credentialsId: 'x' }
    case 'saveAttributes':
    case 'saveDeviceAttributes':
    case 'saveTimeseries':
    case 'saveTimeseriesWithTtl':
      return { Mode: 2 }
    case 'rpcOneway':
    case 'rpcTwoway':
      return { method: 'reboot', timeout: 5000 }
    case 'saveAlarm':
      return { id: entityRef('ALARM', alarmId), originator: device.id, type: 'Offline', severity: 'MINOR' }
    case 'causeFault':
      return { fault: 'all-red', seconds: 60 }
    case 'startMaintenance':
      return { text: 'Over before it began', until: 1 }
    case 'saveAlarmComment':
      return { comment: { text: 'seen' } }
    case 'uploadImage':
      return imageForm(device.id.id)
    case 'findEntities':
    case 'countEntities':
    case 'findAlarms':
    case 'countAlarms':
      return {
        entityFilter: { type: 'entityList', entityType: 'DEVICE', entityList: [device.id.id] },
        pageLink: { pageSize: 10 },
        entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
        alarmFields: [],
      }
    default:
      return undefined
  }
}

/** Opens a session of this account to be ended, and returns its id; the null id when there is no such account. */
function newSession(email: string): string {
  const user = platform.store.users.byEmail(email)
  const { chainId } = platform.access.sessions.open(user?.id.id ?? NULL_UUID, SOMEWHERE)
  return chainId
}
/** Stores an API key of a user, and returns its id. */
function newApiKey(user: User): string {
  const id = randomUUID()
  platform.store.apiKeys.save({
    ...{ id, userId: user.id.id, hash: id, createdTime: 0, expirationTime: 1, description: 'Reports', enabled: true },
  })
  return id
}
const SOMEWHERE = { address: '127.0.0.1', userAgent: undefined }

/** Returns the saved example of a call that saves an entity, so that it is saved again. */
async function savedEntity(name: CallName): Promise<object | undefined> {
  const { example }: CallPolicy = POLICIES[name]
  return example && savedExample(platform, `${name.slice('save'.length)}Id`)
}

async function make(caller: Caller, name: CallName, target: Target, path: string): Promise<LightMyRequestResponse> {
  const params: Record<string, string> = {
    deviceId: target.device.id.id,
    assetId: target.asset.id.id,
    customerId: target.customerId,
    userId: target.user.id.id,
    alarmId: target.alarmId,
    commentId: target.commentId,
    type: 'tenant',
    key: target.imageKey,
    entityType: 'DEVICE',
    entityId: target.device.id.id,
    scope: 'SERVER_SCOPE',
    ttl: '60',
    sessionId: newSession(name === 'endOwnSession' ? caller.email : target.user.email),
    passkeyId: 'unknown',
    apiKeyId: newApiKey(target.user),
    enabled: 'true',
  }
  for (const [, param = ''] of path.matchAll(/:(\w+)/g)) {
    params[param] ??= (await savedExample(platform, param)).id.id
  }
  const url = path.replace(/:(\w+)/g, (_, param: string) => params[param] ?? '') + queryOf(name, target)
  return caller.send(calls[name].method, url, bodyOf(name, target) ?? (await savedEntity(name)))
}

const guarded = (Object.keys(calls) as CallName[]).filter(
  (name) => !PUBLIC_CALLS.includes(name) && !SIGN_IN_STEP_CALLS.includes(name),
)
const routes = guarded.flatMap((name) => {
  const call: Call = calls[name]
  return [call.path, ...(call.aliases ?? [])].map((path) => ({ name, path, method: call.method }))
})

/** Matches the refusal of a call whose query or body is incomplete. */
const INCOMPLETE = /^(?:Malformed request|Required request|Invalid UUID|Incorrect page link)/

/**
 * Returns the result of a call. `denied` and `unknown` are the contract's own refusals, in JSON or, for some families,
 * as text.
 */
function outcomeOf({ statusCode, body }: LightMyRequestResponse, path: string): string {
  const answersText = /\/plugins\/telemetry|\/rpc\//.test(path)
  if (statusCode === 504) return body === '' ? 'served' : '504 with a body'
  const { errorCode, message } = answersText || statusCode < 400 ? { message: body } : JSON.parse(body)
  if (statusCode === 403 && message === "You don't have permission to perform this operation!") {
    return answersText || errorCode === 20 ? 'denied' : 'denied in the wrong form'
  }
  if (statusCode === 404) return answersText || errorCode === 32 ? 'unknown' : 'unknown in the wrong form'
  if (statusCode === 400 && INCOMPLETE.test(message)) return `nothing, for want of a query or body here: ${message}`
  // A device that is not connected does not answer; a wrong password or an invented credentials id is bad input.
  return [200, 400].includes(statusCode) ? 'served' : `${statusCode} ${body}`
}

/** Returns how a good answer differs from the schema in the call table. */
function shapeProblems(call: Call, { statusCode, body, headers }: LightMyRequestResponse): string[] {
  if (statusCode !== 200) return []
  if (call.replyAs === 'file')
    return /^(?:application\/g?zip|image\/jpeg)$/.test(String(headers['content-type'])) ? [] : ['no file']
  if (call.reply === undefined) return body === '' ? [] : [`a body where none is due: ${body}`]
  const isJson = String(headers['content-type']).startsWith('application/json')
  const parsed = safeParse(call.reply, isJson ? JSON.parse(body) : body)
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

/** Returns the caller for a call; a sign-out uses a token of its own. */
async function callerFor(name: CallName, caller: Caller): Promise<Caller> {
  return name === 'logout' ? platform.signIn(caller.email, PASSWORD) : caller
}

function strangersOutcome(name: CallName, path: string): string {
  if (OWN_REACH_CALLS.includes(name)) return 'served'
  return DENIED_ACROSS_TENANTS.test(path) ? 'denied' : 'unknown'
}

/** Returns ids of the target that an answer reveals, except the one that the caller sent in an unknown call. */
function givenAway({ device, asset, alarmId, user }: Target, { statusCode, body }: LightMyRequestResponse): string[] {
  return statusCode === 404 ? [] : [device.id.id, asset.id.id, alarmId, user.id.id].filter((id) => body.includes(id))
}

describe.each(routes)('$method $path ($name)', ({ name, path }) => {
  let target: Target
  beforeAll(async () => {
    target = await newTarget()
  })

  it("serves or denies the owning customer's user [spec 6 customer user]", async () => {
    const response = await make(await callerFor(name, owner.caller), name, target, path)
    expect(outcomeOf(response, path)).toBe(CUSTOMER_USER_CALLS.includes(name) ? 'served' : 'denied')
  })

  it("shows another customer's user nothing of it", async () => {
    const response = await make(await callerFor(name, other.caller), name, target, path)
    const isServed = CUSTOMER_USER_CALLS.includes(name) && OWN_REACH_CALLS.includes(name)
    const refused = HIDING_CALLS.includes(name) ? 'unknown' : 'denied'
    expect(outcomeOf(response, path)).toBe(isServed ? 'served' : refused)
    expect(givenAway(target, response)).toEqual([])
  })

  it("shows another tenant's administrator nothing of it, and lets them change nothing", async () => {
    const response = await make(await callerFor(name, platform.stranger), name, target, path)
    expect(outcomeOf(response, path)).toBe(strangersOutcome(name, path))
    expect(givenAway(target, response)).toEqual([])
    expect(platform.store.devices.byId(target.device.id.id)).toEqual(target.device)
    expect(platform.store.assets.byId(target.asset.id.id)).toEqual(target.asset)
    expect(platform.store.users.byId(target.user.id.id)).toEqual(target.user)
  })

  it('refuses no token, a broken, a forged and an expired one', async () => {
    const answers = []
    for (const headers of [
      {},
      { 'x-authorization': 'Bearer not-a-token' },
      { 'x-authorization': `Bearer ${await forgedToken()}` },
      { 'x-authorization': `Bearer ${await expiredToken()}` },
    ]) {
      const response = await make(platform.caller(headers), name, target, path)
      answers.push([response.statusCode, response.json().errorCode, response.json().message])
    }
    expect(answers).toEqual([
      [401, 10, 'Authentication failed'],
      [401, 10, 'Invalid username or password'],
      [401, 11, 'Token has expired'],
      [401, 11, 'Token has expired'],
    ])
  })

  // Last, because some calls delete their target.
  it('serves the tenant administrator, in the shape of the table [spec 6 tenant admin]', async () => {
    const admin = platform.store.users.byEmail(platform.admin.email)
    const reached = {
      ...target,
      ...(name === 'deleteCustomer' && { customerId: (await platform.customer('To go')).id.id }),
      ...(OWN_KEY_CALLS.includes(name) && admin && { user: admin }),
    }
    const response = await make(await callerFor(name, platform.admin), name, reached, path)
    expect(outcomeOf(response, path)).toBe('served')
    expect(shapeProblems(calls[name], response)).toEqual([])
  })
})

describe('calls without a token', () => {
  it.each(PUBLIC_CALLS)('%s needs none, and a stale header does no harm', async (name) => {
    const { path, method } = calls[name]
    const caller = platform.caller({ 'x-authorization': `Bearer ${await expiredToken()}` })
    const response = await (method === 'GET' ? caller.get(`${path}?activateToken=x`) : caller.post(path, {}))
    const message = response.body === '' ? '' : response.json().message
    expect(message).not.toBe('Token has expired')
    expect(response.statusCode).not.toBe(403)
  })
})

describe.each(SIGN_IN_STEP_CALLS)('%s, a step of a sign-in', (name) => {
  it('serves no session of anybody, and no other token', async () => {
    const target = await newTarget()
    const tokens = [owner, platform.admin, platform.stranger].map((who) => ('caller' in who ? who.caller : who).token)
    for (const token of [...tokens, 'not-a-token', await forgedToken(), await expiredToken()]) {
      const caller = platform.caller({ 'x-authorization': `Bearer ${token}` })
      expect((await make(caller, name, target, calls[name].path)).statusCode).toBe(401)
    }
    expect((await make(platform.caller({}), name, target, calls[name].path)).statusCode).toBe(401)
  })
})

const claims = () => ({
  userId: owner.user.id.id,
  scopes: ['TENANT_ADMIN'],
  sessionId: '4b4c0a52-6f0a-4b0b-9d5a-0f7a4c3d2e1f',
  chainId: '4b4c0a52-6f0a-4b0b-9d5a-0f7a4c3d2e1f',
  enabled: true,
  isPublic: false,
  tenantId: owner.user.tenantId.id,
  customerId: owner.user.customerId.id,
})

const sign = (key: Uint8Array, expires: number) =>
  new SignJWT(claims())
    .setProtectedHeader({ alg: 'HS512' })
    .setIssuer('thingsboard.io')
    .setSubject('owner@city.vn')
    .setIssuedAt(expires - 9000)
    .setExpirationTime(expires)
    .sign(key)

const nowSeconds = () => Math.floor(Date.now() / 1000)
const forgedToken = () => sign(new Uint8Array(64).fill(7), nowSeconds() + 9000)
const expiredToken = () => sign(platform.store.signingKey, nowSeconds() - 1)
