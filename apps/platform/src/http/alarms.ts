import { AlarmSearchStatus, AlarmSeverity, AlarmStatus } from '@greenwave/contract/wire/alarms'
import type { PageQuery } from '@greenwave/contract/wire/page'
import { everyone, tenantAdmins, watchers } from '../access/permissions.ts'
import { badRequest } from '../access/refusal.ts'
import { deleteComment, saveComment } from '../entities/alarmComments.ts'
import { originatorOf } from '../entities/alarmOriginators.ts'
import { acknowledgeAlarm, assignAlarm, clearAlarm, deleteAlarm, unassignAlarm } from '../entities/alarms.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { pageLink } from '../entities/pageLinks.ts'
import { statusesOfWords } from '../entities/query/alarmQueries.ts'
import type { Caller } from '../entities/reach.ts'
import { saveAlarm } from '../entities/saveAlarm.ts'
import { ALARM_SORTS } from '../store/alarmPages.ts'
import { COMMENT_SORTS } from '../store/alarmReads.ts'
import type { AlarmFilter, PageLink } from '../store/store.ts'
import { Answer, type CallInput, handlersOf, jsonAnswer, policiesOf } from './callTypes.ts'
import { parseId, parseList, parseInteger, parseWord, parseWords } from './queryValues.ts'

type StatusQuery = Pick<CallInput<'alarms'>['query'], 'searchStatus' | 'status' | 'assigneeId'>

function statusesOf(query: StatusQuery): readonly AlarmStatus[] | undefined {
  const search = parseWord(query, 'searchStatus', AlarmSearchStatus.options)
  const status = parseWord(query, 'status', AlarmStatus.options)
  if (search !== undefined && status !== undefined) {
    throw badRequest(
      "Invalid alarms search query: Both parameters 'searchStatus' and 'status' can't be specified at the same time!",
    )
  }
  return status === undefined ? statusesOfWords(search === undefined ? [] : [search]) : [status]
}

const assigneeOf = ({ assigneeId }: StatusQuery): string | undefined => (assigneeId ? parseId(assigneeId) : undefined)

const timesOf = (query: Pick<CallInput<'alarms'>['query'], 'startTime' | 'endTime'>) => ({
  startTime: parseInteger(query, 'startTime'),
  endTime: parseInteger(query, 'endTime'),
})

const filterOf = (query: CallInput<'alarms'>['query']): AlarmFilter => ({
  ...timesOf(query),
  statuses: statusesOf(query),
  assigneeId: assigneeOf(query),
})

function filterOfV2(query: CallInput<'alarmsV2'>['query']): AlarmFilter {
  const types = parseList(query.typeList)
  return {
    ...timesOf(query),
    statuses: statusesOfWords(parseWords(query, 'statusList', AlarmSearchStatus.options) ?? []),
    severities: parseWords(query, 'severityList', AlarmSeverity.options),
    types: types.length === 0 ? undefined : types,
    assigneeId: assigneeOf(query),
  }
}

/** Reads the page request of a list of alarms; the newest come first unless another order is requested. */
function alarmLink(query: PageQuery): PageLink {
  const link = pageLink(query, ALARM_SORTS)
  return link.sortProperty === undefined ? { ...link, sortProperty: 'createdTime', sortOrder: 'DESC' } : link
}

/** Returns the page request of a list of comments, which are in the order of their writing and cannot be searched. */
function commentLink(query: PageQuery): PageLink {
  const link = pageLink(query, COMMENT_SORTS)
  return { ...link, sortProperty: link.sortProperty ?? 'createdTime', textSearch: undefined }
}

/** Policies of the calls about alarms. */
export const alarmPolicies = policiesOf({
  alarms: { may: everyone, summary: 'Alarms' },
  alarmsV2: { may: everyone, summary: 'Alarms' },
  entityAlarms: { may: watchers, summary: 'Alarms of one device, asset or customer' },
  entityAlarmsV2: { may: watchers, summary: 'Alarms of one device, asset or customer' },
  alarm: { may: watchers, summary: 'One alarm' },
  alarmInfo: { may: watchers, summary: 'One alarm with the names of its originator and assignee' },
  saveAlarm: { may: tenantAdmins, summary: 'Create, refresh or update an alarm', records: 'ADDED' },
  acknowledgeAlarm: { may: watchers, summary: 'Acknowledge an alarm', records: ['ADDED_COMMENT', 'ALARM_ACK'] },
  clearAlarm: { may: watchers, summary: 'Clear an alarm', records: ['ADDED_COMMENT', 'ALARM_CLEAR'] },
  deleteAlarm: { may: tenantAdmins, summary: 'Delete an alarm', records: 'ALARM_DELETE' },
  assignAlarm: { may: watchers, summary: 'Give an alarm to a user', records: ['ADDED_COMMENT', 'ALARM_ASSIGNED'] },
  unassignAlarm: {
    may: watchers,
    summary: 'Take an alarm from its user',
    records: ['ADDED_COMMENT', 'ALARM_UNASSIGNED'],
  },
  highestAlarmSeverity: {
    may: watchers,
    summary: 'The highest severity of the alarms of a device, asset or customer; empty without one',
  },
  alarmTypes: { may: everyone, summary: 'Alarm types in use' },
  alarmComments: { may: watchers, summary: 'Comments on an alarm, by users and by the platform' },
  saveAlarmComment: {
    may: watchers,
    summary: 'Write a comment on an alarm, or edit your own',
    records: 'ADDED_COMMENT',
  },
  deleteAlarmComment: {
    may: watchers,
    summary: 'Delete a comment on an alarm, which leaves a note of that',
    records: 'DELETED_COMMENT',
  },
})

/** Returns the handlers of the calls about alarms. */
export function alarmHandlers(deps: EntityDeps) {
  const { store } = deps
  const { alarms } = store
  const page = async ({ principal, reach }: Caller, filter: AlarmFilter, query: PageQuery): Promise<Answer> => {
    const { userId, tenantId } = principal
    return jsonAnswer(
      await alarms.page(userId, tenantId, { ...filter, customerId: reach.customerId }, alarmLink(query)),
    )
  }
  /** Returns the filter for the alarms of an entity, and for those that are propagated to it as a customer. */
  const aboutEntity = ({ reach, params }: Pick<CallInput<'entityAlarms'>, 'reach' | 'params'>): AlarmFilter => {
    const { entityType, id } = originatorOf(reach, { entityType: params.entityType, id: params.entityId }).id
    return entityType === 'CUSTOMER' ? { ownerId: id } : { originatorId: id }
  }

  return handlersOf({
    alarms: (input) => page(input, filterOf(input.query), input.query),
    alarmsV2: (input) => page(input, filterOfV2(input.query), input.query),
    entityAlarms: (input) => page(input, { ...filterOf(input.query), ...aboutEntity(input) }, input.query),
    entityAlarmsV2: (input) => page(input, { ...filterOfV2(input.query), ...aboutEntity(input) }, input.query),
    alarm: ({ params, reach }) => reach.alarm(params.alarmId),
    alarmInfo: async ({ params, reach }) => alarms.withNames(await reach.alarm(params.alarmId)),
    saveAlarm: (input) => saveAlarm(deps, input, input.body),
    acknowledgeAlarm: ({ params, principal, reach }) =>
      reach.onAlarm(params.alarmId, (alarm) => alarms.withNames(acknowledgeAlarm(deps, principal, alarm))),
    clearAlarm: ({ params, principal, reach }) =>
      reach.onAlarm(params.alarmId, (alarm) => alarms.withNames(clearAlarm(deps, principal, alarm))),
    deleteAlarm: ({ params, principal, reach }) =>
      reach.onAlarm(params.alarmId, (alarm) => {
        deleteAlarm(deps, principal, alarm)
        return true
      }),
    assignAlarm: ({ params, principal, reach }) =>
      reach.onAlarm(params.alarmId, (alarm) =>
        alarms.withNames(assignAlarm(deps, principal, alarm, reach.user(params.userId))),
      ),
    unassignAlarm: ({ params, principal, reach }) =>
      reach.onAlarm(params.alarmId, (alarm) => alarms.withNames(unassignAlarm(deps, principal, alarm))),
    async highestAlarmSeverity(input) {
      const { userId, tenantId } = input.principal
      const filter = { statuses: statusesOf(input.query), assigneeId: assigneeOf(input.query) }
      const found = await alarms.severities(userId, tenantId, { ...filter, ...aboutEntity(input) })
      return AlarmSeverity.options.find((severity) => found.includes(severity)) ?? new Answer(200)
    },
    alarmTypes: async ({ query, principal, reach }) => {
      const link = pageLink({ ...query, sortProperty: query.sortProperty || 'type' }, ['type'])
      const { userId, tenantId } = principal
      return jsonAnswer(await alarms.types(userId, tenantId, reach.customerId, link))
    },
    alarmComments: async ({ params, query, reach }) => {
      const { id } = await reach.alarm(params.alarmId)
      return jsonAnswer(await alarms.comments.page(id.id, commentLink(query)))
    },
    saveAlarmComment: async ({ params, body, principal, reach }) =>
      saveComment(deps, principal, await reach.alarm(params.alarmId), body),
    deleteAlarmComment: async ({ params, principal, reach }) =>
      deleteComment(deps, principal, await reach.alarm(params.alarmId), params.commentId),
  })
}
