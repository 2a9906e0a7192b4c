import { readFileSync } from 'node:fs'
import { thingsboardProbes } from '@greenwave/client/doctor/thingsboardProbes'
import { tryProbes } from '@greenwave/client/doctor/probe'
import { playedCalls } from '@greenwave/client/testing/playedCalls'
import { ruleChainNodesPath } from '@greenwave/contract/wire/ruleChains'
import { parseSettings } from '@greenwave/platform/start/settings'
import { expect, test } from 'vitest'
import { DeviceProfileFile, RuleChainFile, TENANT_PROFILE_FIELDS, TenantProfileFile } from './exports.ts'
import recorded from './tenantProfileFields.json' with { type: 'json' }

const DAY_MS = 86_400_000

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
const file = (name: string): unknown => JSON.parse(read(name))
const { configuration } = TenantProfileFile.parse(file('tenant-profile.json')).profileData
const { metadata } = RuleChainFile.parse(file('rule-chain.json'))
const { fields } = recorded
/** What Greenwave's own platform keeps if nobody says otherwise. */
const defaults = parseSettings({}, {})

/** Returns the only node of a type. */
function nodeOf<Type extends (typeof metadata.nodes)[number]['type']>(type: Type) {
  const found = metadata.nodes.filter((node): node is Extract<typeof node, { type: Type }> => node.type === type)
  expect(found).toHaveLength(1)
  return found[0] as (typeof found)[number]
}

test('the profile of devices has the shape of an export', () => {
  expect(DeviceProfileFile.safeParse(file('device-profile.json')).error).toBeUndefined()
})

test('the profile of tenants names every field of a ThingsBoard 4.3.1.3, and none that it refuses', () => {
  const { type: _, ...named } = configuration
  // ThingsBoard takes a field that is left out as 0, and refuses 0 for some.
  expect(Object.keys(named).toSorted()).toEqual(Object.keys(fields).toSorted())
  const kinds = new Map(Object.entries(TENANT_PROFILE_FIELDS))
  const refused = Object.entries(fields).filter(([name, kind]) => !kinds.get(kind)?.safeParse(named[name]).success)
  expect(refused).toEqual([])
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

/** Runs the doctor's probes of a ThingsBoard whose root rule chain has these nodes. */
function doctorFinds(nodes: readonly unknown[]) {
  const read = (path: string) =>
    Promise.resolve(
      path === ruleChainNodesPath('r')
        ? { nodes }
        : {
            data: [
              { id: { id: 'o' }, name: 'Other', root: false },
              { id: { id: 'r' }, name: 'Root', root: true },
            ],
          },
    )
  return tryProbes(
    playedCalls(() => undefined),
    thingsboardProbes(read),
  )
}

test('the doctor is content with this rule chain, not with that of ThingsBoard, and says what it cannot see', async () => {
  const [ours, profile] = await doctorFinds(metadata.nodes)
  expect(ours).toMatchObject({ level: 'ok', says: 'Root saves every report; seconds live 7 days (with Cassandra)' })
  expect(profile).toMatchObject({ level: 'unknown', fix: expect.stringContaining('SQL_TTL_TS_TS_KEY_VALUE_TTL') })
  const attributes = nodeOf('org.thingsboard.rule.engine.telemetry.TbMsgAttributesNode')
  const configuration = { ...attributes.configuration, updateAttributesOnlyOnValueChange: true }
  const [standard] = await doctorFinds([{ ...attributes, configuration }])
  expect(standard).toMatchObject({
    level: 'warning',
    says: expect.stringContaining('saves only reports that change a value'),
    fix: expect.stringContaining('rule-chain.json'),
  })
})
