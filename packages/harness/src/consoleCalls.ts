import { LIVE_PATH } from '@greenwave/contract/wire/live'

/** A call that the console needs. `:id` is a UUID, `:passkeyId` the id that a browser gave to a passkey, `:type` and `:key` an image. */
interface ConsoleCall {
  readonly call: string
  /** Names of the query parameters that the call may have. */
  readonly query?: readonly string[]
}

const PAGE = ['page', 'pageSize', 'sortProperty', 'sortOrder', 'textSearch']
const ALARMS = ['statusList', 'severityList', 'typeList', 'startTime', 'endTime']
const SERIES = ['keys', 'startTs', 'endTs', 'limit', 'orderBy', 'agg', 'interval', 'useStrictDataTypes']
const AUDIT = [...PAGE, 'startTime', 'endTime', 'actionTypes']
const TELEMETRY = '/api/plugins/telemetry/DEVICE/:id'

/**
 * All calls that the console makes. The list is kept apart from the contract's table of calls, which holds everything
 * that the embedded platform offers: more than the console may rely on.
 */
export const CONSOLE_CALLS: readonly ConsoleCall[] = [
  { call: 'POST /api/auth/login' },
  { call: 'POST /api/auth/token' },
  { call: 'POST /api/auth/changePassword' },
  { call: 'POST /api/auth/logout' },
  // Made by the starter of a front, to see whether it is ready.
  { call: 'GET /api/noauth/userPasswordPolicy' },
  { call: 'POST /api/noauth/oauth2Clients', query: ['platform'] },
  { call: 'POST /api/noauth/activate', query: ['sendActivationMail'] },
  { call: 'POST /api/noauth/resetPassword' },
  { call: 'GET /api/auth/2fa/providers' },
  { call: 'POST /api/auth/2fa/verification/send', query: ['providerType'] },
  { call: 'POST /api/auth/2fa/verification/check', query: ['providerType', 'verificationCode'] },
  { call: 'POST /api/auth/2fa/passkey/options' },
  { call: 'POST /api/auth/2fa/passkey/check' },
  { call: 'POST /api/auth/2fa/login' },
  { call: 'GET /api/2fa/account/settings' },
  { call: 'POST /api/2fa/account/confirm' },
  { call: 'POST /api/2fa/account/config/generate', query: ['providerType'] },
  { call: 'POST /api/2fa/account/config', query: ['verificationCode'] },
  { call: 'DELETE /api/2fa/account/config', query: ['providerType'] },
  { call: 'POST /api/2fa/account/recoveryCodes' },
  { call: 'POST /api/2fa/account/passkeys/options' },
  { call: 'POST /api/2fa/account/passkeys' },
  { call: 'DELETE /api/2fa/account/passkeys/:passkeyId' },
  { call: 'GET /api/2fa/user/:id' },
  { call: 'DELETE /api/2fa/user/:id' },
  { call: 'GET /api/user/:id' },
  { call: 'POST /api/user', query: ['sendActivationMail'] },
  { call: 'DELETE /api/user/:id' },
  { call: 'GET /api/user/:id/activationLinkInfo' },
  { call: 'POST /api/noauth/greenwave/email' },
  { call: 'DELETE /api/greenwave/email' },
  { call: 'POST /api/greenwave/user/:id/email' },
  { call: 'DELETE /api/greenwave/user/:id/email' },
  { call: 'GET /api/greenwave/sessions' },
  { call: 'DELETE /api/greenwave/sessions' },
  { call: 'DELETE /api/greenwave/sessions/:id' },
  { call: 'GET /api/greenwave/user/:id/sessions' },
  { call: 'DELETE /api/greenwave/user/:id/sessions' },
  { call: 'DELETE /api/greenwave/user/:id/sessions/:id' },
  { call: 'GET /api/apiKeys/:id', query: PAGE },
  { call: 'POST /api/apiKey' },
  { call: 'DELETE /api/apiKey/:id' },
  { call: 'GET /api/greenwave/evidence/key' },
  { call: 'GET /api/greenwave/evidence/device/:id', query: ['startTs', 'endTs'] },
  { call: 'GET /api/greenwave/device/:id/attempts' },
  { call: 'GET /api/greenwave/system' },
  { call: 'GET /api/greenwave/system/findings' },
  { call: 'GET /api/greenwave/system/bundle' },
  { call: 'POST /api/greenwave/system/maintenance' },
  { call: 'DELETE /api/greenwave/system/maintenance' },
  { call: 'GET /api/greenwave/photos/unused' },
  { call: 'DELETE /api/greenwave/photos/unused' },
  // Of the demonstration only.
  { call: 'GET /api/greenwave/demonstration/device/:id/faults' },
  { call: 'POST /api/greenwave/demonstration/device/:id/faults' },
  { call: 'DELETE /api/greenwave/demonstration/device/:id/faults' },
  { call: 'GET /api/system/info' },
  { call: 'GET /api/customers', query: PAGE },
  { call: 'GET /api/customer/:id' },
  { call: 'POST /api/customer' },
  { call: 'DELETE /api/customer/:id' },
  { call: 'GET /api/customer/:id/users', query: PAGE },
  { call: 'POST /api/customer/:id/device/:id' },
  { call: 'DELETE /api/customer/device/:id' },
  { call: 'GET /api/tenant/deviceInfos', query: [...PAGE, 'active'] },
  { call: 'GET /api/customer/:id/deviceInfos', query: [...PAGE, 'active'] },
  { call: 'GET /api/v2/alarms', query: [...PAGE, ...ALARMS] },
  { call: 'GET /api/v2/alarm/DEVICE/:id', query: [...PAGE, ...ALARMS] },
  { call: 'GET /api/v2/alarm/ASSET/:id', query: [...PAGE, ...ALARMS] },
  { call: 'GET /api/v2/alarm/CUSTOMER/:id', query: [...PAGE, ...ALARMS] },
  { call: 'GET /api/alarm/info/:id' },
  { call: 'GET /api/alarm/types', query: PAGE },
  { call: 'GET /api/alarm/:id/comment', query: PAGE },
  { call: 'POST /api/alarm/:id/comment' },
  { call: 'POST /api/alarm/:id/ack' },
  { call: 'POST /api/alarm/:id/assign/:id' },
  { call: 'DELETE /api/alarm/:id/assign' },
  { call: 'GET /api/users', query: PAGE },
  { call: 'POST /api/entitiesQuery/find' },
  { call: 'GET /api/tenant/assetInfos', query: [...PAGE, 'type'] },
  { call: 'GET /api/customer/:id/assetInfos', query: [...PAGE, 'type'] },
  { call: 'GET /api/asset/info/:id' },
  { call: 'POST /api/asset' },
  { call: 'DELETE /api/asset/:id' },
  { call: 'GET /api/asset/:id' },
  { call: 'GET /api/deviceProfileInfo/default' },
  { call: 'GET /api/device/info/:id' },
  { call: 'GET /api/device/:id/credentials' },
  { call: 'POST /api/device-with-credentials' },
  { call: 'POST /api/device' },
  { call: 'POST /api/device/credentials' },
  { call: 'DELETE /api/device/:id' },
  { call: `GET ${TELEMETRY}/values/attributes/SERVER_SCOPE`, query: ['keys'] },
  { call: `GET ${TELEMETRY}/values/attributes/SHARED_SCOPE` },
  { call: `GET ${TELEMETRY}/values/attributes/CLIENT_SCOPE` },
  { call: `POST ${TELEMETRY}/SERVER_SCOPE` },
  { call: `DELETE ${TELEMETRY}/SERVER_SCOPE`, query: ['keys'] },
  { call: `POST ${TELEMETRY}/SHARED_SCOPE` },
  { call: `DELETE ${TELEMETRY}/SHARED_SCOPE`, query: ['keys'] },
  { call: `POST ${TELEMETRY}/timeseries/ANY` },
  { call: `GET ${TELEMETRY}/values/timeseries`, query: SERIES },
  { call: 'POST /api/plugins/telemetry/ASSET/:id/SERVER_SCOPE' },
  { call: 'POST /api/plugins/telemetry/ASSET/:id/timeseries/ANY' },
  { call: 'GET /api/plugins/telemetry/ASSET/:id/values/timeseries', query: SERIES },
  { call: 'GET /api/plugins/telemetry/ASSET/:id/values/attributes/SERVER_SCOPE', query: ['keys'] },
  { call: 'POST /api/image' },
  { call: 'GET /api/images/:type/:key' },
  { call: 'DELETE /api/images/:type/:key', query: ['force'] },
  { call: 'GET /api/images/:type/:key/info' },
  { call: 'GET /api/audit/logs', query: AUDIT },
  { call: 'GET /api/audit/logs/entity/DEVICE/:id', query: AUDIT },
  { call: `GET ${LIVE_PATH}` },
]

const patterns = CONSOLE_CALLS.map(({ call, query = [] }) => ({
  call: new RegExp(
    `^${call.replaceAll(':id', '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}').replace(':passkeyId', '[\\w-]+').replace(':type', '[\\w-]+').replace(':key', '[\\w.-]+')}$`,
  ),
  query: new Set(query),
}))

/** Returns true for a call of the console. `address` is the path with the query. */
export function isConsoleCall(method: string, address: string): boolean {
  const { pathname, searchParams } = new URL(address, 'http://platform')
  const pattern = patterns.find(({ call }) => call.test(`${method} ${pathname}`))
  return pattern !== undefined && [...searchParams.keys()].every((name) => pattern.query.has(name))
}
