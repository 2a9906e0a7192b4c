import { AlarmSeverity, AlarmStatus } from '@greenwave/contract/alarms'
import type { CallName } from '@greenwave/contract/calls'
import { Uuid } from '@greenwave/contract/ids'
import type { PageQuery } from '@greenwave/contract/page'
import type { Principal } from '../access/principal.ts'
import { badRequest } from '../access/refusal.ts'
import {
  acknowledgeAlarm,
  alarmOriginator,
  assignAlarm,
  clearAlarm,
  deleteAlarm,
  saveAlarm,
  unassignAlarm,
  withNames,
} from '../entities/alarms.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { checkedLink, pageLink } from '../entities/pageLinks.ts'
import { reachAlarm } from '../entities/reach.ts'
import type { AlarmFilter } from '../store/store.ts'
import type { CallInput, Handlers } from './callTypes.ts'
import { readList, readWhole, readWord, readWords } from './queryValues.ts'

type AlarmCall = Extract<CallName, `${string}${'alarm' | 'Alarm'}${string}`>

/** Words by which lists ask for statuses. */
const SEARCH_STATUSES = {
  ANY: AlarmStatus.options,
  ACTIVE: ['ACTIVE_UNACK', 'ACTIVE_ACK'],
  CLEARED: ['CLEARED_UNACK', 'CLEARED_ACK'],
  ACK: ['ACTIVE_ACK', 'CLEARED_ACK'],
  UNACK: ['ACTIVE_UNACK', 'CLEARED_UNACK'],
} as const satisfies Record<string, readonly AlarmStatus[]>
type SearchStatus = keyof typeof SEARCH_STATUSES
const isSearchStatus = (word: string): word is SearchStatus => word in SEARCH_STATUSES
const searchStatusWords = Object.keys(SEARCH_STATUSES).filter(isSearchStatus)

function assigneeFilter(assigneeId: string | undefined): Pick<AlarmFilter, 'assigneeId'> {
  if (!assigneeId) return {}
  const id = Uuid.safeParse(assigneeId)
  if (!id.success) throw badRequest(`Invalid UUID string: ${assigneeId}`)
  return { assigneeId: id.data }
}

function statusFilter(query: {
  searchStatus?: string | undefined
  status?: string | undefined
}): Pick<AlarmFilter, 'statuses'> {
  const search = readWord('searchStatus', query.searchStatus, searchStatusWords)
  const status = readWord('status', query.status, AlarmStatus.options)
  if (search !== undefined && status !== undefined) {
    throw badRequest(
      "Invalid alarms search query: Both parameters 'searchStatus' and 'status' can't be specified at the same time!",
    )
  }
  if (status !== undefined) return { statuses: [status] }
  return search === undefined || search === 'ANY' ? {} : { statuses: SEARCH_STATUSES[search] }
}

function timeFilter(query: {
  startTime?: string | undefined
  endTime?: string | undefined
}): Pick<AlarmFilter, 'startTime' | 'endTime'> {
  const startTime = readWhole('startTime', query.startTime)
  const endTime = readWhole('endTime', query.endTime)
  return { ...(startTime === undefined ? {} : { startTime }), ...(endTime === undefined ? {} : { endTime }) }
}

function filterOf(query: CallInput<'alarms'>['query']): AlarmFilter {
  return { ...timeFilter(query), ...statusFilter(query), ...assigneeFilter(query.assigneeId) }
}

function filterOfV2(query: CallInput<'alarmsV2'>['query']): AlarmFilter {
  const searches = readWords('statusList', query.statusList, searchStatusWords)
  const statuses = searches?.flatMap((search) => [...SEARCH_STATUSES[search]])
  const severities = readWords('severityList', query.severityList, AlarmSeverity.options)
  const types = readList(query.typeList)
  return {
    ...timeFilter(query),
    ...(statuses === undefined ? {} : { statuses: [...new Set(statuses)] }),
    ...(severities === undefined ? {} : { severities }),
    ...(types.length === 0 ? {} : { types }),
    ...assigneeFilter(query.assigneeId),
  }
}

export function alarmHandlers(deps: EntityDeps): Handlers<AlarmCall> {
  const { store } = deps
  /** A customer user sees the alarms of his customer alone. */
  const customerOf = (principal: Principal): string | undefined =>
    principal.authority === 'CUSTOMER_USER' ? principal.customerId : undefined

  function page(principal: Principal, filter: AlarmFilter, query: PageQuery) {
    const customerId = customerOf(principal)
    const reach = customerId === undefined ? filter : { ...filter, customerId }
    const found = store.alarms.page(principal.tenantId, reach, pageLink(query, 'alarms'))
    return { ...found, data: found.data.map((alarm) => withNames(store, alarm)) }
  }

  return {
    alarms: ({ query, principal }) => page(principal, filterOf(query), query),
    alarmsV2: ({ query, principal }) => page(principal, filterOfV2(query), query),
    entityAlarms: ({ params, query, principal }) => {
      const originatorId = alarmOriginator(store, principal, 'entityAlarms', params).id
      return page(principal, { ...filterOf(query), originatorId }, query)
    },
    entityAlarmsV2: ({ params, query, principal }) => {
      const originatorId = alarmOriginator(store, principal, 'entityAlarmsV2', params).id
      return page(principal, { ...filterOfV2(query), originatorId }, query)
    },
    alarm: ({ params, principal }) => reachAlarm(store, principal, 'alarm', params.alarmId),
    alarmInfo: ({ params, principal }) => withNames(store, reachAlarm(store, principal, 'alarmInfo', params.alarmId)),
    saveAlarm: ({ body, principal }) => saveAlarm(deps, principal, body),
    acknowledgeAlarm: ({ params, principal }) => acknowledgeAlarm(deps, principal, params.alarmId),
    clearAlarm: ({ params, principal }) => clearAlarm(deps, principal, params.alarmId),
    deleteAlarm: ({ params, principal }) => deleteAlarm(deps, principal, params.alarmId),
    assignAlarm: ({ params, principal }) => assignAlarm(deps, principal, params.alarmId, params.userId),
    unassignAlarm: ({ params, principal }) => unassignAlarm(deps, principal, params.alarmId),
    highestAlarmSeverity: ({ params, query, principal }) => {
      const originatorId = alarmOriginator(store, principal, 'highestAlarmSeverity', params).id
      const customerId = customerOf(principal)
      const reach = customerId === undefined ? {} : { customerId }
      const filter = { ...statusFilter(query), ...assigneeFilter(query.assigneeId), ...reach, originatorId }
      const first = { pageSize: 1, page: 0, textSearch: undefined, sortProperty: undefined, sortOrder: 'ASC' } as const
      const highest = AlarmSeverity.options.find(
        (severity) =>
          store.alarms.page(principal.tenantId, { ...filter, severities: [severity] }, first).totalElements > 0,
      )
      return highest ?? null
    },
    alarmTypes: ({ query, principal }) =>
      store.alarms.types(principal.tenantId, customerOf(principal), checkedLink(query, ['type'])),
  }
}
