/** Calls about alarms. */
import * as z from 'zod/mini'
import { AlarmComment, AlarmCommentInfo, AlarmCommentRequest } from '../alarmComments.ts'
import { Alarm, AlarmInfo, AlarmRequest, AlarmTypeInUse } from '../alarms.ts'
import { Uuid } from '../ids.ts'
import { PageQuery, pageOf } from '../page.ts'
import { defineCalls } from './call.ts'
import { alarmId, entity, text, texts } from './parts.ts'

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

export const alarmCalls = defineCalls({
  alarms: { method: 'GET', path: '/api/alarms', query: AlarmQuery, reply: pageOf(AlarmInfo) },
  alarmsV2: { method: 'GET', path: '/api/v2/alarms', query: AlarmQueryV2, reply: pageOf(AlarmInfo), storable: true },
  entityAlarms: {
    method: 'GET',
    path: '/api/alarm/:entityType/:entityId',
    params: entity,
    query: AlarmQuery,
    reply: pageOf(AlarmInfo),
  },
  entityAlarmsV2: {
    method: 'GET',
    path: '/api/v2/alarm/:entityType/:entityId',
    params: entity,
    query: AlarmQueryV2,
    reply: pageOf(AlarmInfo),
  },
  alarm: { method: 'GET', path: '/api/alarm/:alarmId', params: alarmId, reply: Alarm },
  alarmInfo: {
    method: 'GET',
    path: '/api/alarm/info/:alarmId',
    params: alarmId,
    reply: AlarmInfo,
  },
  saveAlarm: {
    method: 'POST',
    path: '/api/alarm',
    body: AlarmRequest,
    reply: Alarm,
  },
  acknowledgeAlarm: {
    method: 'POST',
    path: '/api/alarm/:alarmId/ack',
    params: alarmId,
    reply: AlarmInfo,
  },
  clearAlarm: {
    method: 'POST',
    path: '/api/alarm/:alarmId/clear',
    params: alarmId,
    reply: AlarmInfo,
  },
  deleteAlarm: {
    method: 'DELETE',
    path: '/api/alarm/:alarmId',
    params: alarmId,
    reply: z.boolean(),
  },
  assignAlarm: {
    method: 'POST',
    path: '/api/alarm/:alarmId/assign/:userId',
    params: z.object({ alarmId: Uuid, userId: Uuid }),
    reply: AlarmInfo,
  },
  unassignAlarm: {
    method: 'DELETE',
    path: '/api/alarm/:alarmId/assign',
    params: alarmId,
    reply: AlarmInfo,
  },
  highestAlarmSeverity: {
    method: 'GET',
    path: '/api/alarm/highestSeverity/:entityType/:entityId',
    params: entity,
    query: z.object({ searchStatus: text, status: text, assigneeId: text }),
    // The body is empty where there is no alarm.
    reply: z.nullable(z.string()),
  },
  alarmTypes: {
    method: 'GET',
    path: '/api/alarm/types',
    query: PageQuery,
    reply: pageOf(AlarmTypeInUse),
  },
  alarmComments: {
    method: 'GET',
    path: '/api/alarm/:alarmId/comment',
    params: alarmId,
    query: PageQuery,
    reply: pageOf(AlarmCommentInfo),
  },
  saveAlarmComment: {
    method: 'POST',
    path: '/api/alarm/:alarmId/comment',
    params: alarmId,
    body: AlarmCommentRequest,
    reply: AlarmComment,
  },
  deleteAlarmComment: {
    method: 'DELETE',
    path: '/api/alarm/:alarmId/comment/:commentId',
    params: z.object({ alarmId: Uuid, commentId: Uuid }),
  },
})
