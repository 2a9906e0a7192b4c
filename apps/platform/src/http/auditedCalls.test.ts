import type { ActionType, AuditLog } from '@greenwave/contract/wire/audit'
import { type Call, calls } from '@greenwave/contract/wire/calls/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../testing/testPlatform.ts'
import { type WritingCall, writingCalls } from '../testing/writingCalls.ts'

/** Calls without a record of their own, and why. */
const UNRECORDED = {
  refreshToken: 'a renewal is no sign-in: its session was recorded when it began',
  sendVerificationCode: 'authenticator apps need nothing sent',
  submitFactor: 'authenticator apps need nothing sent',
  passkeyChallenge: 'it asks; what is answered is recorded',
  newPasskeyOptions: 'it asks; what is answered is recorded',
  generateFactor: 'a secret counts once its first code was shown, which is recorded',
  proveIdentity: 'what it opens the way to is recorded',
  activationLinkInfo: 'a new link opens nothing before it is used, which is recorded',
  activationLink: 'a new link opens nothing before it is used, which is recorded',
} as const satisfies Partial<Record<WritingCall, string>>

/** The records of the other calls: one each. */
const RECORDED: Readonly<Record<Exclude<WritingCall, keyof typeof UNRECORDED>, ActionType | readonly ActionType[]>> = {
  login: 'LOGIN',
  logout: 'LOGOUT',
  changePassword: 'CREDENTIALS_UPDATED',
  activate: 'LOGIN',
  // It changes a password and signs in with it.
  resetPassword: ['CREDENTIALS_UPDATED', 'LOGIN'],
  checkVerificationCode: 'LOGIN',
  checkPasskey: 'LOGIN',
  finishFactorSetup: 'LOGIN',
  saveFactor: 'CREDENTIALS_UPDATED',
  deleteFactor: 'CREDENTIALS_UPDATED',
  newRecoveryCodes: 'CREDENTIALS_UPDATED',
  addPasskey: 'CREDENTIALS_UPDATED',
  deletePasskey: 'CREDENTIALS_UPDATED',
  deleteUserFactors: 'CREDENTIALS_UPDATED',
  saveUser: 'UPDATED',
  confirmEmail: 'UPDATED',
  cancelEmailChange: 'UPDATED',
  confirmUserEmail: 'UPDATED',
  rejectUserEmail: 'UPDATED',
  deleteUser: 'DELETED',
  setUserCredentialsEnabled: 'CREDENTIALS_UPDATED',
  userToken: 'LOGIN',
  saveApiKey: 'CREDENTIALS_UPDATED',
  describeApiKey: 'CREDENTIALS_UPDATED',
  enableApiKey: 'CREDENTIALS_UPDATED',
  deleteApiKey: 'CREDENTIALS_UPDATED',
  endOwnSession: 'LOGOUT',
  endOtherSessions: 'LOGOUT',
  endUserSession: 'LOGOUT',
  endUserSessions: 'LOGOUT',
  saveCustomer: 'ADDED',
  deleteCustomer: 'DELETED',
  saveDevice: 'ADDED',
  saveDeviceWithCredentials: 'ADDED',
  deleteDevice: 'DELETED',
  saveDeviceCredentials: 'CREDENTIALS_UPDATED',
  assignDevice: 'ASSIGNED_TO_CUSTOMER',
  unassignDevice: 'UNASSIGNED_FROM_CUSTOMER',
  saveAsset: 'ADDED',
  deleteAsset: 'DELETED',
  assignAsset: 'ASSIGNED_TO_CUSTOMER',
  unassignAsset: 'UNASSIGNED_FROM_CUSTOMER',
  saveAttributes: 'ATTRIBUTES_UPDATED',
  saveDeviceAttributes: 'ATTRIBUTES_UPDATED',
  deleteAttributes: 'ATTRIBUTES_DELETED',
  saveTimeseries: 'TIMESERIES_UPDATED',
  saveTimeseriesWithTtl: 'TIMESERIES_UPDATED',
  deleteTimeseries: 'TIMESERIES_DELETED',
  rpcOneway: 'RPC_CALL',
  rpcTwoway: 'RPC_CALL',
  saveAlarm: 'ADDED',
  // These acts leave a comment on the alarm.
  acknowledgeAlarm: ['ADDED_COMMENT', 'ALARM_ACK'],
  clearAlarm: ['ADDED_COMMENT', 'ALARM_CLEAR'],
  assignAlarm: ['ADDED_COMMENT', 'ALARM_ASSIGNED'],
  unassignAlarm: ['ADDED_COMMENT', 'ALARM_UNASSIGNED'],
  deleteAlarm: 'ALARM_DELETE',
  saveAlarmComment: 'ADDED_COMMENT',
  deleteAlarmComment: 'DELETED_COMMENT',
  causeFault: 'RPC_CALL',
  endFaults: 'RPC_CALL',
}

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
  platform.answerCalls({ answer: true })
})
afterAll(() => platform.close())

/** Returns the whole audit log of the tenant. */
async function records(): Promise<AuditLog[]> {
  const tenantId = platform.store.users.byEmail(platform.admin.email)?.tenantId.id ?? ''
  const filter = { startTime: 0, endTime: Number.MAX_SAFE_INTEGER, actionTypes: undefined }
  const link = {
    pageSize: 10_000,
    page: 0,
    textSearch: undefined,
    sortProperty: 'createdTime',
    sortOrder: 'ASC',
  } as const
  return JSON.parse(new TextDecoder().decode(await platform.store.audit.page(tenantId, filter, link))).data
}

const names = Object.keys(writingCalls) as WritingCall[]

describe('every call that writes', () => {
  it('has an example here', () => {
    const writing = Object.entries<Call>(calls).filter(
      ([, { method, writes }]) => method !== 'GET' && writes !== 'nothing',
    )
    expect(names).toEqual(expect.arrayContaining(writing.map(([name]) => name)))
  })

  it.each(names)('%s leaves its record in the audit log, with who did it', async (name) => {
    const call = await writingCalls[name](platform)
    const before = new Set((await records()).map(({ id }) => id.id))
    const response = await call()
    expect([response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([200, ''])
    const left = (await records()).filter(({ id }) => !before.has(id.id))
    const expected = name in UNRECORDED ? [] : [RECORDED[name as keyof typeof RECORDED]].flat()
    expect(left.map(({ actionType, actionStatus }) => `${actionType} ${actionStatus}`).sort()).toEqual(
      expected.map((type) => `${type} SUCCESS`),
    )
    for (const { userName, entityName } of left) expect([userName, entityName]).not.toContain(null)
  })
})
