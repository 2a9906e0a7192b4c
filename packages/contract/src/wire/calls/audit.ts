/** Calls of the audit log. */
import * as z from 'zod/mini'
import { AuditLog } from '../audit.ts'
import { PageQuery, pageOf } from '../page.ts'
import { defineCalls } from './call.ts'
import { customerId, entity, text, texts, userId } from './parts.ts'

const AuditQuery = z.extend(PageQuery, { startTime: text, endTime: text, actionTypes: texts })

export const auditCalls = defineCalls({
  auditLogs: {
    method: 'GET',
    path: '/api/audit/logs',
    query: AuditQuery,
    reply: pageOf(AuditLog),
  },
  customerAuditLogs: {
    method: 'GET',
    path: '/api/audit/logs/customer/:customerId',
    params: customerId,
    query: AuditQuery,
    reply: pageOf(AuditLog),
  },
  userAuditLogs: {
    method: 'GET',
    path: '/api/audit/logs/user/:userId',
    params: userId,
    query: AuditQuery,
    reply: pageOf(AuditLog),
  },
  entityAuditLogs: {
    method: 'GET',
    path: '/api/audit/logs/entity/:entityType/:entityId',
    params: entity,
    query: AuditQuery,
    reply: pageOf(AuditLog),
  },
})
