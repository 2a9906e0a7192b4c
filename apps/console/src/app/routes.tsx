/** The route tree. Pages are loaded on demand, each together with its texts. */
import { createRootRoute, createRoute, Outlet, stripSearchParams } from '@tanstack/react-router'
import { ChangesAddress } from '../features/changes/model/changesAddress.ts'
import { CompareAddress } from '../features/changes/model/compareAddress.ts'
import { CorridorsAddress } from '../features/corridors/model/corridorsAddress.ts'
import { CustomersAddress } from '../features/customers/model/customersAddress.ts'
import { DevicesAddress } from '../features/devices/model/devicesAddress.ts'
import { EvidenceAddress } from '../features/evidence/model/evidenceAddress.ts'
import { SettingsFileAddress } from '../features/files/model/filesAddress.ts'
import { HistoryAddress } from '../features/history/model/historyAddress.ts'
import { ReportAddress } from '../features/reports/model/reportAddress.ts'
import { NewRolloutAddress } from '../features/rollouts/model/newRolloutAddress.ts'
import { UsersAddress } from '../features/users/model/usersAddress.ts'
import { loadTexts } from '../texts/texts.ts'
import { lazyPart } from '../ui/states/lazyPart.tsx'
import { Guard } from './Guard.tsx'
import { NotFoundPage } from './pages/NotFoundPage.tsx'
import {
  ACCOUNT_DEFAULTS,
  AccountSearch,
  CORRIDORS_DEFAULTS,
  CUSTOMERS_DEFAULTS,
  DashboardSearch,
  DEVICES_DEFAULTS,
  HISTORY_DEFAULTS,
  LoginSearch,
  NEW_ROLLOUT_DEFAULTS,
  NOW_DEFAULTS,
  NowSearch,
  REPORT_DEFAULTS,
  USERS_DEFAULTS,
} from './searches.ts'

const root = createRootRoute({ component: Outlet })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: LoginSearch,
  component: lazyPart(async () => (await import('./pages/LoginRoute.tsx')).LoginRoute),
})

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/login/confirmEmail',
  loader: () => loadTexts('admin'),
  component: lazyPart(async () => (await import('./pages/ConfirmEmailRoute.tsx')).ConfirmEmailRoute),
})

/** Everything behind the sign-in, inside the shell. */
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Guard })

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: DashboardSearch,
  loader: () => loadTexts('device'),
  component: lazyPart(async () => (await import('./pages/DashboardRoute.tsx')).DashboardRoute),
})

const devices = createRoute({
  getParentRoute: () => shell,
  path: '/devices',
  validateSearch: DevicesAddress,
  search: { middlewares: [stripSearchParams(DEVICES_DEFAULTS)] },
  loader: () => loadTexts('admin'),
  component: lazyPart(async () => (await import('../features/devices/DevicesPage.tsx')).DevicesPage),
})

const device = createRoute({
  getParentRoute: () => shell,
  path: '/devices/$deviceId',
  loader: () => loadTexts('device'),
  component: lazyPart(async () => (await import('./pages/DeviceRoute.tsx')).DeviceRoute),
})

const deviceHistory = createRoute({
  getParentRoute: () => shell,
  path: '/devices/$deviceId/history',
  validateSearch: HistoryAddress,
  search: { middlewares: [stripSearchParams(HISTORY_DEFAULTS)] },
  loader: () => loadTexts('monitoring', 'settings', 'device'),
  component: lazyPart(async () => (await import('./pages/HistoryRoute.tsx')).HistoryRoute),
})

const deviceEvidence = createRoute({
  getParentRoute: () => shell,
  path: '/devices/$deviceId/evidence',
  validateSearch: EvidenceAddress,
  loader: () => loadTexts('monitoring', 'device'),
  component: lazyPart(async () => (await import('./pages/EvidenceRoute.tsx')).EvidenceRoute),
})

const deviceSheet = createRoute({
  getParentRoute: () => shell,
  path: '/devices/$deviceId/sheet',
  loader: () => loadTexts('settings', 'device'),
  component: lazyPart(async () => (await import('./pages/SheetRoute.tsx')).SheetRoute),
})

const now = createRoute({
  getParentRoute: () => shell,
  path: '/now',
  validateSearch: NowSearch,
  search: { middlewares: [stripSearchParams(NOW_DEFAULTS)] },
  loader: () => loadTexts('monitoring'),
  component: lazyPart(async () => (await import('./pages/NowRoute.tsx')).NowRoute),
})

const changes = createRoute({
  getParentRoute: () => shell,
  path: '/changes',
  validateSearch: ChangesAddress,
  loader: () => loadTexts('settings', 'device', 'monitoring'),
  component: lazyPart(async () => (await import('./pages/ChangesRoute.tsx')).ChangesRoute),
})

const compare = createRoute({
  getParentRoute: () => shell,
  path: '/changes/compare',
  validateSearch: CompareAddress,
  loader: () => loadTexts('settings', 'device', 'monitoring'),
  component: lazyPart(async () => (await import('./pages/CompareRoute.tsx')).CompareRoute),
})

const reports = createRoute({
  getParentRoute: () => shell,
  path: '/reports',
  validateSearch: ReportAddress,
  search: { middlewares: [stripSearchParams(REPORT_DEFAULTS)] },
  loader: () => loadTexts('monitoring'),
  component: lazyPart(async () => (await import('./pages/ReportsRoute.tsx')).ReportsRoute),
})

const corridors = createRoute({
  getParentRoute: () => shell,
  path: '/corridors',
  validateSearch: CorridorsAddress,
  search: { middlewares: [stripSearchParams(CORRIDORS_DEFAULTS)] },
  loader: () => loadTexts('corridors'),
  component: lazyPart(async () => (await import('../features/corridors/CorridorsPage.tsx')).CorridorsPage),
})

const corridor = createRoute({
  getParentRoute: () => shell,
  path: '/corridors/$corridorId',
  loader: () => loadTexts('corridors', 'monitoring'),
  component: lazyPart(async () => (await import('./pages/CorridorRoute.tsx')).CorridorRoute),
})

const editedCorridor = () => ({
  getParentRoute: () => shell,
  loader: () => loadTexts('corridors'),
  component: lazyPart(async () => (await import('./pages/CorridorEditRoute.tsx')).CorridorEditRoute),
})
const newCorridor = createRoute({ ...editedCorridor(), path: '/corridors/new' })
const corridorEdit = createRoute({ ...editedCorridor(), path: '/corridors/$corridorId/edit' })

const corridorPlan = createRoute({
  getParentRoute: () => shell,
  path: '/corridors/$corridorId/plan',
  loader: () => loadTexts('corridors', 'settings', 'device', 'monitoring'),
  component: lazyPart(async () => (await import('./pages/CorridorPlanRoute.tsx')).CorridorPlanRoute),
})

const rollouts = createRoute({
  getParentRoute: () => shell,
  path: '/rollouts',
  loader: () => loadTexts('settings', 'device'),
  component: lazyPart(async () => (await import('./pages/RolloutsRoute.tsx')).RolloutsRoute),
})

const newRollout = createRoute({
  getParentRoute: () => shell,
  path: '/rollouts/new',
  validateSearch: NewRolloutAddress,
  search: { middlewares: [stripSearchParams(NEW_ROLLOUT_DEFAULTS)] },
  loader: () => loadTexts('settings', 'device', 'monitoring'),
  component: lazyPart(async () => (await import('./pages/NewRolloutRoute.tsx')).NewRolloutRoute),
})

const rollout = createRoute({
  getParentRoute: () => shell,
  path: '/rollouts/$rolloutId',
  loader: () => loadTexts('settings', 'device'),
  component: lazyPart(async () => (await import('./pages/RolloutRoute.tsx')).RolloutRoute),
})

const settingsFile = createRoute({
  getParentRoute: () => shell,
  path: '/files/settings',
  validateSearch: SettingsFileAddress,
  loader: () => loadTexts('admin', 'settings', 'device', 'monitoring'),
  component: lazyPart(async () => (await import('./pages/SettingsFileRoute.tsx')).SettingsFileRoute),
})

const listFile = () => ({
  getParentRoute: () => shell,
  loader: () => loadTexts('admin', 'device', 'settings'),
})
const devicesFile = createRoute({
  ...listFile(),
  path: '/files/devices',
  component: lazyPart(async () => (await import('./pages/ListFileRoute.tsx')).DevicesFileRoute),
})
const customersFile = createRoute({
  ...listFile(),
  path: '/files/customers',
  component: lazyPart(async () => (await import('./pages/ListFileRoute.tsx')).CustomersFileRoute),
})
const usersFile = createRoute({
  ...listFile(),
  path: '/files/users',
  component: lazyPart(async () => (await import('./pages/ListFileRoute.tsx')).UsersFileRoute),
})

const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  validateSearch: AccountSearch,
  search: { middlewares: [stripSearchParams(ACCOUNT_DEFAULTS)] },
  loader: () => loadTexts('admin'),
  component: lazyPart(async () => (await import('./pages/AccountRoute.tsx')).AccountRoute),
})

const customers = createRoute({
  getParentRoute: () => shell,
  path: '/customers',
  validateSearch: CustomersAddress,
  search: { middlewares: [stripSearchParams(CUSTOMERS_DEFAULTS)] },
  loader: () => loadTexts('admin'),
  component: lazyPart(async () => (await import('./pages/CustomersRoute.tsx')).CustomersRoute),
})

const customerUsers = createRoute({
  getParentRoute: () => shell,
  path: '/customers/$customerId/users',
  validateSearch: UsersAddress,
  search: { middlewares: [stripSearchParams(USERS_DEFAULTS)] },
  loader: () => loadTexts('admin'),
  component: lazyPart(async () => (await import('./pages/CustomerUsersRoute.tsx')).CustomerUsersRoute),
})

/** Unknown addresses: behind the guard and inside the shell, like every page except /login. */
const nowhere = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage })

export const routeTree = root.addChildren([
  login,
  confirmEmail,
  shell.addChildren([
    dashboard,
    devices,
    device,
    deviceHistory,
    deviceEvidence,
    deviceSheet,
    now,
    changes,
    compare,
    reports,
    corridors,
    newCorridor,
    corridor,
    corridorEdit,
    corridorPlan,
    rollouts,
    newRollout,
    rollout,
    settingsFile,
    devicesFile,
    customersFile,
    usersFile,
    account,
    customers,
    customerUsers,
    nowhere,
  ]),
])
