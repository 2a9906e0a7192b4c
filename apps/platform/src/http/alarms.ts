import { AlarmSeverity, AlarmStatus } from '@greenwave/contract/alarms'
import type { PageQuery } from '@greenwave/contract/page'
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
import { checkedLink, mapPage, pageLink } from '../entities/pageLinks.ts'
import type { Caller } from '../entities/reach.ts'
import type { AlarmFilter } from '../store/store.ts'
import { type CallInput, handlersOf } from './callTypes.ts'
import { readId, readList, readWhole, readWord, readWords } from './queryValues.ts'

/** Words for groups of statuses in list queries. */
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

type StatusQuery = Pick<CallInput<'alarms'>['query'], 'searchStatus' | 'status' | 'assigneeId'>

function statusesOf(query: StatusQuery): readonly AlarmStatus[] | undefined {
  const search = readWord(query, 'searchStatus', searchStatusWords)
  const status = readWord(query, 'status', AlarmStatus.options)
  if (search !== undefined && status !== undefined) {
    throw badRequest(
      "Invalid alarms search query: Both parameters 'searchStatus' and 'status' can't be specified at the same time!",
    )
  }
  if (status !== undefined) return [status]
  return search === undefined || search === 'ANY' ? undefined : SEARCH_STATUSES[search]
}

const assigneeOf = ({ assigneeId }: StatusQuery): string | undefined => (assigneeId ? readId(assigneeId) : undefined)

const timesOf = (query: Pick<CallInput<'alarms'>['query'], 'startTime' | 'endTime'>) => ({
  startTime: readWhole(query, 'startTime'),
  endTime: readWhole(query, 'endTime'),
})

const filterOf = (query: CallInput<'alarms'>['query']): AlarmFilter => ({
  ...timesOf(query),
  statuses: statusesOf(query),
  assigneeId: assigneeOf(query),
})

function filterOfV2(query: CallInput<'alarmsV2'>['query']): AlarmFilter {
  const searches = readWords(query, 'statusList', searchStatusWords)
  const severities = readWords(query, 'severityList', AlarmSeverity.options)
  const types = readList(query.typeList)
  return {
    ...timesOf(query),
    statuses: searches && [...new Set(searches.flatMap((search) => [...SEARCH_STATUSES[search]]))],
    severities,
    types: types.length === 0 ? undefined : types,
    assigneeId: assigneeOf(query),
  }
}

/** Returns the handlers of the calls about alarms. */
export function alarmHandlers(deps: EntityDeps) {
  const { store } = deps
  const found = ({ principal, reach }: Caller, filter: AlarmFilter, query: PageQuery) =>
    store.alarms.page(principal.tenantId, { ...filter, customerId: reach.customerId }, pageLink(query, 'alarms'))
  const page = (caller: Caller, filter: AlarmFilter, query: PageQuery) =>
    mapPage(found(caller, filter, query), (alarm) => withNames(store, alarm))

  return handlersOf({
    alarms: (input) => page(input, filterOf(input.query), input.query),
    alarmsV2: (input) => page(input, filterOfV2(input.query), input.query),
    entityAlarms: (input) => {
      const originatorId = alarmOriginator(input.reach, input.params).id
      return page(input, { ...filterOf(input.query), originatorId }, input.query)
    },
    entityAlarmsV2: (input) => {
      const originatorId = alarmOriginator(input.reach, input.params).id
      return page(input, { ...filterOfV2(input.query), originatorId }, input.query)
    },
    alarm: ({ params, reach }) => reach.alarm(params.alarmId),
    alarmInfo: ({ params, reach }) => withNames(store, reach.alarm(params.alarmId)),
    saveAlarm: (input) => saveAlarm(deps, input, input.body),
    acknowledgeAlarm: ({ params, principal, reach }) => acknowledgeAlarm(deps, principal, reach.alarm(params.alarmId)),
    clearAlarm: ({ params, principal, reach }) => clearAlarm(deps, principal, reach.alarm(params.alarmId)),
    deleteAlarm: ({ params, principal, reach }) => deleteAlarm(deps, principal, reach.alarm(params.alarmId)),
    assignAlarm: ({ params, principal, reach }) =>
      assignAlarm(deps, principal, reach.alarm(params.alarmId), params.userId),
    unassignAlarm: ({ params, principal, reach }) => unassignAlarm(deps, principal, reach.alarm(params.alarmId)),
    highestAlarmSeverity: (input) => {
      const { params, query, reach } = input
      const originatorId = alarmOriginator(reach, params).id
      const filter = { statuses: statusesOf(query), assigneeId: assigneeOf(query), originatorId }
      const highest = AlarmSeverity.options.find(
        (severity) => found(input, { ...filter, severities: [severity] }, { pageSize: 1, page: 0 }).totalElements > 0,
      )
      return highest ?? null
    },
    alarmTypes: ({ query, principal, reach }) =>
      store.alarms.types(principal.tenantId, reach.customerId, checkedLink(query, ['type'])),
  })
}
