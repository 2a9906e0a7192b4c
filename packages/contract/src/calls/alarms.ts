/** Calls about alarms. */
import * as z from 'zod/mini'
import { Alarm, AlarmInfo, AlarmRequest } from '../alarms.ts'
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
  alarms: { method: 'GET', path: '/api/alarms', query: AlarmQuery, reply: pageOf(AlarmInfo), summary: 'Alarms' },
  alarmsV2: { method: 'GET', path: '/api/v2/alarms', query: AlarmQueryV2, reply: pageOf(AlarmInfo), summary: 'Alarms' },
  entityAlarms: {
    method: 'GET',
    path: '/api/alarm/:entityType/:entityId',
    params: entity,
    query: AlarmQuery,
    reply: pageOf(AlarmInfo),
    summary: 'Alarms of one device',
  },
  entityAlarmsV2: {
    method: 'GET',
    path: '/api/v2/alarm/:entityType/:entityId',
    params: entity,
    query: AlarmQueryV2,
    reply: pageOf(AlarmInfo),
    summary: 'Alarms of one device',
  },
  alarm: { method: 'GET', path: '/api/alarm/:alarmId', params: alarmId, reply: Alarm, summary: 'One alarm' },
  alarmInfo: {
    method: 'GET',
    path: '/api/alarm/info/:alarmId',
    params: alarmId,
    reply: AlarmInfo,
    summary: 'One alarm with the names of its device and assignee',
  },
  saveAlarm: {
    method: 'POST',
    path: '/api/alarm',
    body: AlarmRequest,
    reply: Alarm,
    summary: 'Create, refresh or update an alarm',
  },
  acknowledgeAlarm: {
    method: 'POST',
    path: '/api/alarm/:alarmId/ack',
    params: alarmId,
    reply: AlarmInfo,
    summary: 'Acknowledge an alarm',
  },
  clearAlarm: {
    method: 'POST',
    path: '/api/alarm/:alarmId/clear',
    params: alarmId,
    reply: AlarmInfo,
    summary: 'Clear an alarm',
  },
  deleteAlarm: {
    method: 'DELETE',
    path: '/api/alarm/:alarmId',
    params: alarmId,
    reply: z.boolean(),
    summary: 'Delete an alarm',
  },
  assignAlarm: {
    method: 'POST',
    path: '/api/alarm/:alarmId/assign/:userId',
    params: z.object({ alarmId: Uuid, userId: Uuid }),
    reply: Alarm,
    summary: 'Give an alarm to a user',
  },
  unassignAlarm: {
    method: 'DELETE',
    path: '/api/alarm/:alarmId/assign',
    params: alarmId,
    reply: Alarm,
    summary: 'Take an alarm from its user',
  },
  highestAlarmSeverity: {
    method: 'GET',
    path: '/api/alarm/highestSeverity/:entityType/:entityId',
    params: entity,
    query: z.object({ searchStatus: text, status: text, assigneeId: text }),
    reply: z.nullable(z.string()),
    summary: "The highest severity of a device's alarms",
  },
  alarmTypes: {
    method: 'GET',
    path: '/api/alarm/types',
    query: PageQuery,
    reply: pageOf(z.looseObject({ type: z.string() })),
    summary: 'Alarm types in use',
  },
})
