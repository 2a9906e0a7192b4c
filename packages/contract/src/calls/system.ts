/** Calls about the platform itself. */
import { SystemInfo, SystemParams } from '../system.ts'
import { defineCalls } from './call.ts'

export const systemCalls = defineCalls({
  systemInfo: {
    method: 'GET',
    path: '/api/system/info',
    reply: SystemInfo,
    summary: 'Name and version of this platform',
  },
  systemParams: {
    method: 'GET',
    path: '/api/system/params',
    reply: SystemParams,
    summary: 'What this platform can do',
  },
})
