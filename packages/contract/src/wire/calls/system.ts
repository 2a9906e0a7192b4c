/** Calls about the platform itself. */
import { SystemInfo, SystemParams } from '../system.ts'
import { defineCalls } from './call.ts'

export const systemCalls = defineCalls({
  systemInfo: {
    method: 'GET',
    path: '/api/system/info',
    reply: SystemInfo,
  },
  systemParams: {
    method: 'GET',
    path: '/api/system/params',
    reply: SystemParams,
  },
})
