/** @file Every REST call once: the server registers from this table and the console calls through it. Long: one table. */
import * as z from 'zod/mini'
import { Alarm, AlarmInfo, AlarmRequest } from './alarms.ts'
import { Attributes, AttributeWrite } from './attributes.ts'
import { AuditLog } from './audit.ts'
import {
  ActivateRequest,
  ActivationLinkInfo,
  ChangePasswordRequest,
  LoginRequest,
  PasswordPolicy,
  RefreshRequest,
  ResetPasswordRequest,
  TokenPair,
} from './auth.ts'
import { CredentialsRequest, DeviceCredentials, DeviceWithCredentialsRequest } from './credentials.ts'
import { Customer, CustomerRequest, CustomerShortInfo } from './customers.ts'
import { Device, DeviceInfo, DeviceProfile, DeviceProfileInfo, DeviceRequest, DeviceType } from './devices.ts'
import { Uuid } from './ids.ts'
import { PageQuery, pageOf } from './page.ts'
import { RpcRequest } from './rpc.ts'
import {
  CeremonyOptions,
  CeremonyResponse,
  FactorProvider,
  FactorSettings,
  ProofRequest,
  SavedFactor,
  SignInReply,
  TotpConfig,
} from './secondFactor.ts'
import { Session } from './sessions.ts'
import { SystemInfo, SystemParams } from './system.ts'
import { TelemetryValues } from './telemetry.ts'
import { User, UserEmailInfo, UserRequest } from './users.ts'

type Schema = z.core.$ZodType

/** One REST call. A call without `reply` answers an empty body. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path with `:name` for each parameter. */
  readonly path: string
  /** Other paths that mean the same. */
  readonly aliases?: readonly string[]
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly reply?: Schema
  readonly summary: string
}

const define = <const T extends Record<string, Call>>(table: T): T => table

const deviceId = z.object({ deviceId: Uuid })
const customerId = z.object({ customerId: Uuid })
const userId = z.object({ userId: Uuid })
const alarmId = z.object({ alarmId: Uuid })
const entity = z.object({ entityType: z.string(), entityId: Uuid })
const entityScope = z.object({ entityType: z.string(), entityId: Uuid, scope: z.string() })
const text = z.optional(z.string())
const texts = z.optional(z.union([z.string(), z.array(z.string())]))
const DeviceListQuery = z.extend(PageQuery, { type: text, deviceProfileId: text, active: text })
const PlainDeviceListQuery = z.extend(PageQuery, { type: text })
const AuditQuery = z.extend(PageQuery, { startTime: text, endTime: text, actionTypes: texts })
const AlarmQuery = z.extend(PageQuery, {
  startTime: text,
  endTime: text,
  searchStatus: text,
  status: text,
  assigneeId: text,
  fetchOriginator: text,
})
const AlarmQueryV2 = z.extend(PageQuery, {
  startTime: text,
  endTime: text,
  statusList: texts,
  severityList: texts,
  typeList: texts,
  assigneeId: text,
})
const MailQuery = z.object({ sendActivationMail: text })
const KeysQuery = z.object({ keys: texts, key: texts })
const TELEMETRY = '/api/plugins/telemetry/:entityType/:entityId'

export const calls = define({
  login: {
    method: 'POST',
    path: '/api/auth/login',
    body: LoginRequest,
    reply: SignInReply,
    summary: 'Sign in with e-mail and password; with a second factor the answer is a token for the next step',
  },
  refreshToken: {
    method: 'POST',
    path: '/api/auth/token',
    body: RefreshRequest,
    reply: TokenPair,
    summary: 'Renew a token pair',
  },
  changePassword: {
    method: 'POST',
    path: '/api/auth/changePassword',
    body: ChangePasswordRequest,
    reply: TokenPair,
    summary: "Change the caller's password",
  },
  logout: { method: 'POST', path: '/api/auth/logout', summary: 'End this session' },
  currentUser: { method: 'GET', path: '/api/auth/user', reply: User, summary: 'The caller' },
  passwordPolicy: {
    method: 'GET',
    path: '/api/noauth/userPasswordPolicy',
    reply: PasswordPolicy,
    summary: 'Rules for passwords',
  },
  openActivation: {
    method: 'GET',
    path: '/api/noauth/activate',
    query: z.object({ activateToken: z.string() }),
    summary: 'Follow an activation link in a browser',
  },
  activate: {
    method: 'POST',
    path: '/api/noauth/activate',
    query: MailQuery,
    body: ActivateRequest,
    reply: SignInReply,
    summary: "Set a new user's password",
  },
  resetPassword: {
    method: 'POST',
    path: '/api/noauth/resetPassword',
    body: ResetPasswordRequest,
    reply: SignInReply,
    summary: 'Choose a password in place of one that was printed or handed over',
  },

  signInProviders: {
    method: 'GET',
    path: '/api/auth/2fa/providers',
    reply: z.array(FactorProvider),
    summary: 'Second factors by which this sign-in can be finished',
  },
  sendVerificationCode: {
    method: 'POST',
    path: '/api/auth/2fa/verification/send',
    query: z.object({ providerType: z.string() }),
    summary: 'Ask for a code to be sent; authenticator apps need none',
  },
  checkVerificationCode: {
    method: 'POST',
    path: '/api/auth/2fa/verification/check',
    query: z.object({ providerType: z.string(), verificationCode: z.string() }),
    reply: TokenPair,
    summary: 'Finish a sign-in by a code',
  },
  passkeyChallenge: {
    method: 'POST',
    path: '/api/auth/2fa/passkey/options',
    reply: CeremonyOptions,
    summary: 'What a browser needs to finish a sign-in by a passkey',
  },
  checkPasskey: {
    method: 'POST',
    path: '/api/auth/2fa/passkey/check',
    body: CeremonyResponse,
    reply: TokenPair,
    summary: 'Finish a sign-in by a passkey',
  },
  finishFactorSetup: {
    method: 'POST',
    path: '/api/auth/2fa/login',
    reply: TokenPair,
    summary: 'Finish a sign-in in which a second factor had to be set up',
  },

  factorProviders: {
    method: 'GET',
    path: '/api/2fa/providers',
    reply: z.array(z.string()),
    summary: 'Second factors that can be set up',
  },
  factorSettings: {
    method: 'GET',
    path: '/api/2fa/account/settings',
    reply: FactorSettings,
    summary: "The caller's second factors",
  },
  proveIdentity: {
    method: 'POST',
    path: '/api/2fa/account/confirm',
    body: ProofRequest,
    summary: 'Prove who one is; second factors can be changed for ten minutes then',
  },
  generateFactor: {
    method: 'POST',
    path: '/api/2fa/account/config/generate',
    query: z.object({ providerType: z.string() }),
    reply: TotpConfig,
    summary: 'A new secret for an authenticator app',
  },
  submitFactor: {
    method: 'POST',
    path: '/api/2fa/account/config/submit',
    body: TotpConfig,
    summary: 'Ask for a code by which a second factor is set up; authenticator apps need none',
  },
  saveFactor: {
    method: 'POST',
    path: '/api/2fa/account/config',
    query: z.object({ verificationCode: text }),
    body: TotpConfig,
    reply: SavedFactor,
    summary: 'Set up an authenticator app by its first code',
  },
  deleteFactor: {
    method: 'DELETE',
    path: '/api/2fa/account/config',
    query: z.object({ providerType: z.string() }),
    reply: FactorSettings,
    summary: 'Remove the authenticator app',
  },
  newRecoveryCodes: {
    method: 'POST',
    path: '/api/2fa/account/recoveryCodes',
    reply: z.object({ codes: z.array(z.string()) }),
    summary: 'New recovery codes in place of all older ones',
  },
  newPasskeyOptions: {
    method: 'POST',
    path: '/api/2fa/account/passkeys/options',
    reply: CeremonyOptions,
    summary: 'What a browser needs to make a passkey',
  },
  addPasskey: {
    method: 'POST',
    path: '/api/2fa/account/passkeys',
    body: z.object({ name: z.string(), response: CeremonyResponse }),
    reply: FactorSettings,
    summary: 'Add a passkey',
  },
  deletePasskey: {
    method: 'DELETE',
    path: '/api/2fa/account/passkeys/:passkeyId',
    params: z.object({ passkeyId: z.string() }),
    reply: FactorSettings,
    summary: 'Remove a passkey',
  },
  userFactors: {
    method: 'GET',
    path: '/api/2fa/user/:userId',
    params: userId,
    reply: z.object({ configured: z.boolean() }),
    summary: 'Whether a user has a second factor',
  },
  deleteUserFactors: {
    method: 'DELETE',
    path: '/api/2fa/user/:userId',
    params: userId,
    summary: 'Remove the second factors of a customer user who lost them',
  },

  user: { method: 'GET', path: '/api/user/:userId', params: userId, reply: User, summary: 'One user' },
  saveUser: {
    method: 'POST',
    path: '/api/user',
    query: MailQuery,
    body: UserRequest,
    reply: User,
    summary: 'Create or update a user',
  },
  deleteUser: { method: 'DELETE', path: '/api/user/:userId', params: userId, summary: 'Delete a user' },
  userToken: {
    method: 'GET',
    path: '/api/user/:userId/token',
    params: userId,
    reply: TokenPair,
    summary: 'Sign in as a customer user',
  },
  userTokenAccessEnabled: {
    method: 'GET',
    path: '/api/user/tokenAccessEnabled',
    reply: z.boolean(),
    summary: 'Whether signing in as another user is allowed',
  },
  activationLinkInfo: {
    method: 'GET',
    path: '/api/user/:userId/activationLinkInfo',
    params: userId,
    reply: ActivationLinkInfo,
    summary: "A user's activation link and its life",
  },
  activationLink: {
    method: 'GET',
    path: '/api/user/:userId/activationLink',
    params: userId,
    reply: z.string(),
    summary: "A user's activation link as text",
  },
  setUserCredentialsEnabled: {
    method: 'POST',
    path: '/api/user/:userId/userCredentialsEnabled',
    params: userId,
    query: z.object({ userCredentialsEnabled: text }),
    summary: 'Enable or disable an account',
  },
  userInfos: {
    method: 'GET',
    path: '/api/users/info',
    query: PageQuery,
    reply: pageOf(UserEmailInfo),
    summary: 'Users in reach, in short',
  },
  users: { method: 'GET', path: '/api/users', query: PageQuery, reply: pageOf(User), summary: 'Users in reach' },
  customerUsers: {
    method: 'GET',
    path: '/api/customer/:customerId/users',
    params: customerId,
    query: PageQuery,
    reply: pageOf(User),
    summary: 'Users of a customer',
  },

  // The calls of this product alone have a folder of their own, so that no other platform means something else by them.
  ownSessions: {
    method: 'GET',
    path: '/api/greenwave/sessions',
    reply: z.array(Session),
    summary: "The caller's sessions, the one used last first",
  },
  endOwnSession: {
    method: 'DELETE',
    path: '/api/greenwave/sessions/:sessionId',
    params: z.object({ sessionId: Uuid }),
    summary: "End one of the caller's sessions",
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/greenwave/sessions',
    summary: "End the caller's sessions but this one",
  },
  userSessions: {
    method: 'GET',
    path: '/api/greenwave/user/:userId/sessions',
    params: userId,
    reply: z.array(Session),
    summary: "A user's sessions, the one used last first",
  },
  endUserSession: {
    method: 'DELETE',
    path: '/api/greenwave/user/:userId/sessions/:sessionId',
    params: z.object({ userId: Uuid, sessionId: Uuid }),
    summary: "End one of a user's sessions",
  },
  endUserSessions: {
    method: 'DELETE',
    path: '/api/greenwave/user/:userId/sessions',
    params: userId,
    summary: "End a user's sessions",
  },

  customers: {
    method: 'GET',
    path: '/api/customers',
    query: PageQuery,
    reply: pageOf(Customer),
    summary: 'Customers of the tenant',
  },
  customer: {
    method: 'GET',
    path: '/api/customer/:customerId',
    params: customerId,
    reply: Customer,
    summary: 'One customer',
  },
  customerShortInfo: {
    method: 'GET',
    path: '/api/customer/:customerId/shortInfo',
    params: customerId,
    reply: CustomerShortInfo,
    summary: 'One customer, in short',
  },
  saveCustomer: {
    method: 'POST',
    path: '/api/customer',
    query: z.object({ nameConflictPolicy: text }),
    body: CustomerRequest,
    reply: Customer,
    summary: 'Create or update a customer',
  },
  deleteCustomer: {
    method: 'DELETE',
    path: '/api/customer/:customerId',
    params: customerId,
    summary: 'Delete a customer with its users',
  },

  tenantDevices: {
    method: 'GET',
    path: '/api/tenant/deviceInfos',
    query: DeviceListQuery,
    reply: pageOf(DeviceInfo),
    summary: 'Devices of the tenant',
  },
  customerDevices: {
    method: 'GET',
    path: '/api/customer/:customerId/deviceInfos',
    params: customerId,
    query: DeviceListQuery,
    reply: pageOf(DeviceInfo),
    summary: 'Devices of a customer',
  },
  tenantPlainDevices: {
    method: 'GET',
    path: '/api/tenant/devices',
    query: z.extend(z.partial(PlainDeviceListQuery), { deviceName: text }),
    reply: z.union([pageOf(Device), Device]),
    summary: 'Devices of the tenant without their names, or the one of `deviceName`',
  },
  customerPlainDevices: {
    method: 'GET',
    path: '/api/customer/:customerId/devices',
    params: customerId,
    query: PlainDeviceListQuery,
    reply: pageOf(Device),
    summary: 'Devices of a customer without their names',
  },
  devicesByIds: {
    method: 'GET',
    path: '/api/devices',
    query: z.object({ deviceIds: texts }),
    reply: z.array(Device),
    summary: 'Devices in reach by their ids',
  },
  deviceTypes: {
    method: 'GET',
    path: '/api/device/types',
    reply: z.array(DeviceType),
    summary: 'Types of devices',
  },
  deviceInfo: {
    method: 'GET',
    path: '/api/device/info/:deviceId',
    params: deviceId,
    reply: DeviceInfo,
    summary: 'One device with its names',
  },
  device: { method: 'GET', path: '/api/device/:deviceId', params: deviceId, reply: Device, summary: 'One device' },
  saveDevice: {
    method: 'POST',
    path: '/api/device',
    query: z.object({ accessToken: text, nameConflictPolicy: text }),
    body: DeviceRequest,
    reply: Device,
    summary: 'Create or replace a device',
  },
  saveDeviceWithCredentials: {
    method: 'POST',
    path: '/api/device-with-credentials',
    query: z.object({ nameConflictPolicy: text }),
    body: DeviceWithCredentialsRequest,
    reply: Device,
    summary: 'Create or replace a device with its credentials',
  },
  deleteDevice: { method: 'DELETE', path: '/api/device/:deviceId', params: deviceId, summary: 'Delete a device' },
  deviceCredentials: {
    method: 'GET',
    path: '/api/device/:deviceId/credentials',
    params: deviceId,
    reply: DeviceCredentials,
    summary: "A device's credentials",
  },
  saveDeviceCredentials: {
    method: 'POST',
    path: '/api/device/credentials',
    body: CredentialsRequest,
    reply: DeviceCredentials,
    summary: "Update a device's credentials",
  },
  assignDevice: {
    method: 'POST',
    path: '/api/customer/:customerId/device/:deviceId',
    params: z.object({ customerId: Uuid, deviceId: Uuid }),
    reply: Device,
    summary: 'Assign a device to a customer',
  },
  unassignDevice: {
    method: 'DELETE',
    path: '/api/customer/device/:deviceId',
    params: deviceId,
    reply: Device,
    summary: 'Take a device from its customer',
  },
  defaultDeviceProfile: {
    method: 'GET',
    path: '/api/deviceProfileInfo/default',
    reply: DeviceProfileInfo,
    summary: "The tenant's default device profile",
  },
  deviceProfiles: {
    method: 'GET',
    path: '/api/deviceProfiles',
    query: PageQuery,
    reply: pageOf(DeviceProfile),
    summary: 'Device profiles of the tenant',
  },
  deviceProfileInfos: {
    method: 'GET',
    path: '/api/deviceProfileInfos',
    query: z.extend(PageQuery, { transportType: text }),
    reply: pageOf(DeviceProfileInfo),
    summary: 'Device profiles of the tenant, in short',
  },

  attributes: {
    method: 'GET',
    path: `${TELEMETRY}/values/attributes/:scope`,
    params: entityScope,
    query: KeysQuery,
    reply: Attributes,
    summary: 'Attributes of one scope',
  },
  allAttributes: {
    method: 'GET',
    path: `${TELEMETRY}/values/attributes`,
    params: entity,
    query: KeysQuery,
    reply: Attributes,
    summary: 'Attributes of all scopes',
  },
  attributeKeys: {
    method: 'GET',
    path: `${TELEMETRY}/keys/attributes/:scope`,
    params: entityScope,
    reply: z.array(z.string()),
    summary: 'Attribute names of one scope',
  },
  allAttributeKeys: {
    method: 'GET',
    path: `${TELEMETRY}/keys/attributes`,
    params: entity,
    reply: z.array(z.string()),
    summary: 'Attribute names of all scopes',
  },
  saveAttributes: {
    method: 'POST',
    path: `${TELEMETRY}/:scope`,
    aliases: [`${TELEMETRY}/attributes/:scope`],
    params: entityScope,
    body: AttributeWrite,
    summary: 'Write attributes of the server or the shared scope',
  },
  saveDeviceAttributes: {
    method: 'POST',
    path: '/api/plugins/telemetry/:deviceId/:scope',
    params: z.object({ deviceId: Uuid, scope: z.string() }),
    body: AttributeWrite,
    summary: 'Write attributes of a device',
  },
  deleteAttributes: {
    method: 'DELETE',
    path: `${TELEMETRY}/:scope`,
    params: entityScope,
    query: KeysQuery,
    summary: 'Delete attributes',
  },
  timeseries: {
    method: 'GET',
    path: `${TELEMETRY}/values/timeseries`,
    aliases: [`${TELEMETRY}/values/timeseries/history`],
    params: entity,
    query: z.extend(KeysQuery, {
      startTs: text,
      endTs: text,
      limit: text,
      orderBy: text,
      agg: text,
      interval: text,
      intervalType: text,
      timeZone: text,
      useStrictDataTypes: text,
    }),
    reply: TelemetryValues,
    summary: 'Latest telemetry, or its history between two times',
  },
  timeseriesKeys: {
    method: 'GET',
    path: `${TELEMETRY}/keys/timeseries`,
    params: entity,
    reply: z.array(z.string()),
    summary: 'Telemetry names',
  },
  saveTimeseries: {
    method: 'POST',
    path: `${TELEMETRY}/timeseries/:scope`,
    params: entityScope,
    body: z.unknown(),
    summary: 'Write telemetry',
  },
  deleteTimeseries: {
    method: 'DELETE',
    path: `${TELEMETRY}/timeseries/delete`,
    params: entity,
    query: z.extend(KeysQuery, {
      deleteAllDataForKeys: text,
      startTs: text,
      endTs: text,
      deleteLatest: text,
      rewriteLatestIfDeleted: text,
    }),
    summary: 'Delete telemetry of some keys, of a time or all',
  },

  rpcOneway: {
    method: 'POST',
    path: '/api/rpc/oneway/:deviceId',
    aliases: ['/api/plugins/rpc/oneway/:deviceId'],
    params: deviceId,
    body: RpcRequest,
    summary: 'Call a device without awaiting an answer',
  },
  rpcTwoway: {
    method: 'POST',
    path: '/api/rpc/twoway/:deviceId',
    aliases: ['/api/plugins/rpc/twoway/:deviceId'],
    params: deviceId,
    body: RpcRequest,
    reply: z.unknown(),
    summary: 'Call a device and await its answer',
  },

  systemInfo: { method: 'GET', path: '/api/system/info', reply: SystemInfo, summary: 'What answers here' },
  systemParams: {
    method: 'GET',
    path: '/api/system/params',
    reply: SystemParams,
    summary: 'What this platform can do',
  },

  auditLogs: {
    method: 'GET',
    path: '/api/audit/logs',
    query: AuditQuery,
    reply: pageOf(AuditLog),
    summary: 'The audit log',
  },
  customerAuditLogs: {
    method: 'GET',
    path: '/api/audit/logs/customer/:customerId',
    params: customerId,
    query: AuditQuery,
    reply: pageOf(AuditLog),
    summary: 'The audit log of a customer',
  },
  userAuditLogs: {
    method: 'GET',
    path: '/api/audit/logs/user/:userId',
    params: userId,
    query: AuditQuery,
    reply: pageOf(AuditLog),
    summary: 'The audit log of a user',
  },
  entityAuditLogs: {
    method: 'GET',
    path: '/api/audit/logs/entity/:entityType/:entityId',
    params: entity,
    query: AuditQuery,
    reply: pageOf(AuditLog),
    summary: 'The audit log of an entity',
  },

  alarms: { method: 'GET', path: '/api/alarms', query: AlarmQuery, reply: pageOf(AlarmInfo), summary: 'Alarms' },
  alarmsV2: { method: 'GET', path: '/api/v2/alarms', query: AlarmQueryV2, reply: pageOf(AlarmInfo), summary: 'Alarms' },
  entityAlarms: {
    method: 'GET',
    path: '/api/alarm/:entityType/:entityId',
    params: entity,
    query: AlarmQuery,
    reply: pageOf(AlarmInfo),
    summary: 'Alarms of one device',
  },
  entityAlarmsV2: {
    method: 'GET',
    path: '/api/v2/alarm/:entityType/:entityId',
    params: entity,
    query: AlarmQueryV2,
    reply: pageOf(AlarmInfo),
    summary: 'Alarms of one device',
  },
  alarm: { method: 'GET', path: '/api/alarm/:alarmId', params: alarmId, reply: Alarm, summary: 'One alarm' },
  alarmInfo: {
    method: 'GET',
    path: '/api/alarm/info/:alarmId',
    params: alarmId,
    reply: AlarmInfo,
    summary: 'One alarm with its names',
  },
  saveAlarm: {
    method: 'POST',
    path: '/api/alarm',
    body: AlarmRequest,
    reply: Alarm,
    summary: 'Create, refresh or update an alarm',
  },
  acknowledgeAlarm: {
    method: 'POST',
    path: '/api/alarm/:alarmId/ack',
    params: alarmId,
    reply: AlarmInfo,
    summary: 'Acknowledge an alarm',
  },
  clearAlarm: {
    method: 'POST',
    path: '/api/alarm/:alarmId/clear',
    params: alarmId,
    reply: AlarmInfo,
    summary: 'Clear an alarm',
  },
  deleteAlarm: {
    method: 'DELETE',
    path: '/api/alarm/:alarmId',
    params: alarmId,
    reply: z.boolean(),
    summary: 'Delete an alarm',
  },
  assignAlarm: {
    method: 'POST',
    path: '/api/alarm/:alarmId/assign/:userId',
    params: z.object({ alarmId: Uuid, userId: Uuid }),
    reply: Alarm,
    summary: 'Give an alarm to a user',
  },
  unassignAlarm: {
    method: 'DELETE',
    path: '/api/alarm/:alarmId/assign',
    params: alarmId,
    reply: Alarm,
    summary: 'Take an alarm from its user',
  },
  highestAlarmSeverity: {
    method: 'GET',
    path: '/api/alarm/highestSeverity/:entityType/:entityId',
    params: entity,
    query: z.object({ searchStatus: text, status: text, assigneeId: text }),
    reply: z.nullable(z.string()),
    summary: "The highest severity of a device's alarms",
  },
  alarmTypes: {
    method: 'GET',
    path: '/api/alarm/types',
    query: PageQuery,
    reply: pageOf(z.looseObject({ type: z.string() })),
    summary: 'Alarm types in use',
  },
})

export type CallName = keyof typeof calls
