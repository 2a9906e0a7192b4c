import type { account } from './default/account.ts'
import type { changes } from './default/changes.ts'
import type { common } from './default/common.ts'
import type { corridors } from './default/corridors.ts'
import type { customers } from './default/customers.ts'
import type { dashboard } from './default/dashboard.ts'
import type { demonstration } from './default/demonstration.ts'
import type { device } from './default/device.ts'
import type { devices } from './default/devices.ts'
import type { edit } from './default/edit.ts'
import type { evidence } from './default/evidence.ts'
import type { files } from './default/files.ts'
import type { find } from './default/find.ts'
import type { findings } from './default/findings.ts'
import type { geometry } from './default/geometry.ts'
import type { health } from './default/health.ts'
import type { healthHelp } from './default/healthHelp.ts'
import type { hold } from './default/hold.ts'
import type { history } from './default/history.ts'
import type { incidents } from './default/incidents.ts'
import type { junctionMap } from './default/junctionMap.ts'
import type { login } from './default/login.ts'
import type { notify } from './default/notify.ts'
import type { now } from './default/now.ts'
import type { past } from './default/past.ts'
import type { providerSignIn } from './default/providerSignIn.ts'
import type { reports } from './default/reports.ts'
import type { rollouts } from './default/rollouts.ts'
import type { secondFactor } from './default/secondFactor.ts'
import type { sessions } from './default/sessions.ts'
import type { sheet } from './default/sheet.ts'
import type { shell } from './default/shell.ts'
import type { users } from './default/users.ts'
import type { wall } from './default/wall.ts'

/** All texts of the console by namespace, as in the default pack. */
interface Texts {
  changes: typeof changes
  common: typeof common
  login: typeof login
  providerSignIn: typeof providerSignIn
  shell: typeof shell
  dashboard: typeof dashboard
  device: typeof device
  demonstration: typeof demonstration
  devices: typeof devices
  edit: typeof edit
  evidence: typeof evidence
  files: typeof files
  find: typeof find
  geometry: typeof geometry
  findings: typeof findings
  now: typeof now
  health: typeof health
  healthHelp: typeof healthHelp
  history: typeof history
  hold: typeof hold
  incidents: typeof incidents
  past: typeof past
  junctionMap: typeof junctionMap
  reports: typeof reports
  corridors: typeof corridors
  rollouts: typeof rollouts
  customers: typeof customers
  users: typeof users
  account: typeof account
  notify: typeof notify
  secondFactor: typeof secondFactor
  sessions: typeof sessions
  sheet: typeof sheet
  wall: typeof wall
}

/** The name of a namespace. */
export type TextNamespace = keyof Texts

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Texts
  }
}
