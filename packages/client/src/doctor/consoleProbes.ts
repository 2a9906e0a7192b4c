import { JUNCTION_KEYS } from '@greenwave/contract/records/watch'
import { counted } from '@greenwave/contract/text'
import type { CallName } from '@greenwave/contract/wire/calls/calls'
import type { Probe } from './probe.ts'

const HOUR_MS = 3_600_000
/** Audit records an hour that are too many to read and fill a database. */
const NOISE = 10_000

const LEVEL = { type: 'SERVER_ATTRIBUTE', key: JUNCTION_KEYS.level } as const
const FLEET = {
  entityFilter: { type: 'entityType', entityType: 'DEVICE' },
  keyFilters: [
    {
      key: LEVEL,
      predicate: { type: 'NUMERIC', operation: 'GREATER_OR_EQUAL', value: { defaultValue: 1 } },
    },
  ],
} as const

/** Probes of the reads that only a console makes. */
export const CONSOLE_PROBES: readonly Probe<CallName>[] = [
  {
    check: 'platform',
    fix: 'Give the address of a Greenwave or a ThingsBoard',
    async run(call) {
      const { name, version, clockTrouble } = await call('systemInfo')
      if (!clockTrouble) return `${name} ${version}`
      const says = `${name} ${version}, whose clock jumped by ${Math.round(clockTrouble.byMs / 1000)} s`
      return { level: 'error', says, fix: 'Set the clock of its machine, best with a time service' }
    },
  },
  {
    check: 'account',
    fix: 'Give another account',
    async run(call) {
      const { email, authority } = await call('currentUser')
      if (authority === 'TENANT_ADMIN') return `${email} is a tenant administrator`
      const fix = 'Give a tenant administrator: neither a watcher nor settings work with another account'
      return { level: 'error', says: `${email} is ${authority}`, fix }
    },
  },
  {
    check: 'queries over the fleet',
    fix: 'Lists, map and incidents need queries over entities: the platform must be Greenwave, or a ThingsBoard of version 4 or newer',
    async run(call) {
      const pageLink = { pageSize: 1, page: 0, sortOrder: { key: LEVEL, direction: 'DESC' as const } }
      const keyFilters = [...FLEET.keyFilters]
      const entityFields = [{ type: 'ENTITY_FIELD' as const, key: 'name' }]
      const body = { ...FLEET, keyFilters, pageLink, entityFields, latestValues: [LEVEL] }
      const { totalElements } = await call('findEntities', { body })
      const sick = await call('countEntities', { body: { ...FLEET, keyFilters } })
      if (sick === totalElements) return counted(sick, 'junction is not healthy', 'junctions are not healthy')
      const says = `${counted(totalElements, 'is', 'are')} found where ${counted(sick, 'is', 'are')} counted`
      return { level: 'warning', says, fix: 'Run this once more: the fleet may have changed meanwhile' }
    },
  },
  {
    check: 'types of alarms',
    fix: 'The filter of incidents needs the list of types: the platform must be Greenwave, or a ThingsBoard of version 4 or newer',
    async run(call) {
      const { totalElements } = await call('alarmTypes', { query: { pageSize: 1, page: 0 } })
      return counted(totalElements, 'is in use', 'are in use')
    },
  },
  {
    check: 'audit log',
    fix: 'The page of changes and evidence need it: give a tenant administrator',
    async run(call) {
      const now = Date.now()
      const query = { pageSize: 1, page: 0, startTime: String(now - HOUR_MS), endTime: String(now) }
      const { totalElements } = await call('auditLogs', { query })
      const says = `${counted(totalElements, 'record', 'records')} in the last hour`
      if (totalElements <= NOISE) return says
      const fix =
        'Most are writes of the watcher: let the log expire (ThingsBoard: SQL_TTL_AUDIT_LOGS_SECS); AUDIT_LOG_MASK_ASSET=OFF and AUDIT_LOG_MASK_CUSTOMER=OFF leave out its pulses'
      return { level: 'warning', says, fix }
    },
  },
]
