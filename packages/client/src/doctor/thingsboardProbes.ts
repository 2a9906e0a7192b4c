/** @file Settings of a ThingsBoard that decide what console and watcher see. Our own platform has none of them. */
import type { CallName } from '@greenwave/contract/wire/calls/calls'
import { RULE_CHAINS_PATH, RuleChainNodes, RuleChains, ruleChainNodesPath } from '@greenwave/contract/wire/ruleChains'
import type { Probe } from './probe.ts'

const ATTRIBUTES_NODE = 'org.thingsboard.rule.engine.telemetry.TbMsgAttributesNode'
const TIMESERIES_NODE = 'org.thingsboard.rule.engine.telemetry.TbMsgTimeseriesNode'
const CHAIN_FIX = 'Import deploy/thingsboard/rule-chain.json and make it the root rule chain'
const PROFILE_FIX =
  'As system administrator compare the tenant profile with deploy/thingsboard/tenant-profile.json; with PostgreSQL or TimescaleDB also SQL_TTL_TS_TS_KEY_VALUE_TTL of the server: records need 400 days'
const DAY_S = 86_400

/**
 * Returns the probes of a ThingsBoard's settings.
 * @param read reads the JSON at a path of the platform; rejects as calls do
 */
export function thingsboardProbes(read: (path: string) => Promise<unknown>): readonly Probe<CallName>[] {
  return [
    {
      check: 'rule chain',
      fix: 'Give a tenant administrator, or compare the root rule chain with deploy/thingsboard/rule-chain.json by hand',
      async run() {
        const { data } = RuleChains.parse(await read(RULE_CHAINS_PATH))
        const root = data.find((chain) => chain.root)
        if (!root) return { level: 'error', says: 'no root rule chain was found', fix: CHAIN_FIX }
        const { nodes } = RuleChainNodes.parse(await read(ruleChainNodesPath(root.id.id)))
        const settingOf = (type: string, name: string) =>
          nodes.flatMap((node) => (node.type === type ? [node.configuration?.[name]] : []))
        if (settingOf(ATTRIBUTES_NODE, 'updateAttributesOnlyOnValueChange').some((value) => value !== false)) {
          const says = `${root.name} saves only reports that change a value: a refused setting is shown as "not confirmed"`
          return { level: 'warning', says, fix: CHAIN_FIX }
        }
        const ttls = settingOf(TIMESERIES_NODE, 'defaultTTL').map(Number)
        return `${root.name} saves every report; seconds live ${ttls.map(timeToLive).join(', ')} (with Cassandra)`
      },
    },
    {
      check: 'profile of the tenant, and time to live of telemetry',
      fix: PROFILE_FIX,
      run: () =>
        Promise.resolve({ level: 'unknown', says: 'a tenant administrator cannot read them', fix: PROFILE_FIX }),
    },
  ]
}

const timeToLive = (seconds: number): string =>
  seconds > 0 ? `${Math.round(seconds / DAY_S)} days` : 'as long as the profile of the tenant says'
