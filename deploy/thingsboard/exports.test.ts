import { readFileSync } from 'node:fs'
import { readSettings } from '@greenwave/platform/start/settings'
import { expect, test } from 'vitest'
import { DeviceProfileFile, RuleChainFile, TenantProfileFile } from './exports.ts'

const DAY_MS = 86_400_000

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
const file = (name: string): unknown => JSON.parse(read(name))
const { configuration } = TenantProfileFile.parse(file('tenant-profile.json')).profileData
const { metadata } = RuleChainFile.parse(file('rule-chain.json'))
/** What Greenwave's own platform keeps if nobody says otherwise. */
const defaults = readSettings({}, {})

/** Returns the only node of a type. */
function nodeOf<Type extends (typeof metadata.nodes)[number]['type']>(type: Type) {
  const found = metadata.nodes.filter((node): node is Extract<typeof node, { type: Type }> => node.type === type)
  expect(found).toHaveLength(1)
  return found[0] as (typeof found)[number]
}

test('the profile of devices has the shape of an export', () => {
  expect(DeviceProfileFile.safeParse(file('device-profile.json')).error).toBeUndefined()
})

test('seconds, records and alarms live as long as on our own platform', () => {
  expect(nodeOf('org.thingsboard.rule.engine.telemetry.TbMsgTimeseriesNode').configuration.defaultTTL * 1000).toBe(
    defaults.telemetryRetentionMs,
  )
  expect(configuration.defaultStorageTtlDays * DAY_MS).toBe(defaults.recordRetentionMs)
  expect(configuration.alarmsTtlDays * DAY_MS).toBe(defaults.recordRetentionMs)
  const page = read('README.md')
  const seconds = (name: string): number => Number(new RegExp(`^${name}=(\\d+) `, 'm').exec(page)?.[1])
  expect(seconds('SQL_TTL_TS_TS_KEY_VALUE_TTL') * 1000).toBe(defaults.recordRetentionMs)
  expect(seconds('SQL_TTL_AUDIT_LOGS_SECS') * 1000).toBe(defaults.auditRetentionMs)
})

test('a controller may send its second and what it kept in an outage, and nothing limits the city', () => {
  const perSecond = (configuration.transportDeviceMsgRateLimit ?? '')
    .split(',')
    .map((limit) => limit.split(':').map(Number))
    .map(([count = 0, seconds = 1]) => count / seconds)
  expect(Math.min(...perSecond)).toBeGreaterThan(10)
  const { transportDeviceMsgRateLimit: _, ...others } = configuration
  const limits = Object.entries(others).filter(([name]) =>
    /RateLimit|LimitsConfiguration|^maxWs|^maxTransport/.test(name),
  )
  expect(limits.filter(([, value]) => value !== null && value !== 0)).toEqual([])
  expect(limits.length).toBeGreaterThan(15)
})

test('the rule chain saves each kind of message once, and every report of a setting', () => {
  const { firstNodeIndex, nodes, connections } = metadata
  const from = (type: string) =>
    connections
      .filter((connection) => connection.type === type)
      .map(({ fromIndex, toIndex }) => [fromIndex, nodes[toIndex]?.type])
  expect(nodes[firstNodeIndex]?.type).toBe('org.thingsboard.rule.engine.filter.TbMsgTypeSwitchNode')
  expect(from('Post telemetry')).toEqual([
    [firstNodeIndex, 'org.thingsboard.rule.engine.telemetry.TbMsgTimeseriesNode'],
  ])
  expect(from('Post attributes')).toEqual([
    [firstNodeIndex, 'org.thingsboard.rule.engine.telemetry.TbMsgAttributesNode'],
  ])
  expect(from('RPC Request to Device')).toEqual([
    [firstNodeIndex, 'org.thingsboard.rule.engine.rpc.TbSendRPCRequestNode'],
  ])
  expect(nodeOf('org.thingsboard.rule.engine.telemetry.TbMsgAttributesNode').configuration).toMatchObject({
    scope: 'CLIENT_SCOPE',
    updateAttributesOnlyOnValueChange: false,
  })
})
