/** Long: one route after another. Pages are loaded on demand, each together with its texts: texts/loaded.test.ts checks which. */
import { createRootRoute, createRoute, Outlet, stripSearchParams } from '@tanstack/react-router'
import { ChangesAddress } from '../features/changes/model/changesAddress.ts'
import { CalendarAddress } from '../features/calendar/model/calendarAddress.ts'
import { CompareAddress } from '../features/changes/model/compareAddress.ts'
import { CorridorsAddress, RoutesAddress } from '../features/corridors/model/corridorsAddress.ts'
import { CustomersAddress } from '../features/customers/model/customersAddress.ts'
import { DevicesAddress } from '../features/devices/model/devicesAddress.ts'
import { EvidenceAddress } from '../features/evidence/model/evidenceAddress.ts'
import { SettingsFileAddress } from '../features/files/model/filesAddress.ts'
import { HistoryAddress } from '../features/history/model/historyAddress.ts'
import { ReportAddress } from '../features/reports/model/reportAddress.ts'
import { NewRolloutAddress } from '../features/rollouts/model/newRolloutAddress.ts'
import { UsersAddress } from '../features/users/model/usersAddress.ts'
import { useState } from 'react'
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
  component: lazyPart(async () => (await import('./pages/LoginRoute.tsx')).LoginRoute, 'login'),
})

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/login/confirmEmail',
  component: lazyPart(async () => (await import('./pages/ConfirmEmailRoute.tsx')).ConfirmEmailRoute, 'admin'),
})

/** Everything behind the sign-in, inside the shell. */
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Guard })

const DashboardRoute = lazyPart(async () => (await import('./pages/DashboardRoute.tsx')).DashboardRoute, 'device')
const CardRoute = lazyPart(async () => (await import('./pages/CardRoute.tsx')).CardRoute, 'incidents')

const isPhone = () => window.matchMedia('(max-width: 720px)').matches

/** The dashboard; on a phone the card, unless the address asks for the dashboard. */
function Home() {
  const isAsked = dashboard.useSearch({ select: ({ device, panel }) => device !== undefined || panel !== undefined })
  const [isCard] = useState(isPhone)
  return isCard && !isAsked ? <CardRoute /> : <DashboardRoute />
}

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: DashboardSearch,
  component: Object.assign(Home, { preload: async () => (isPhone() ? CardRoute : DashboardRoute).preload() }),
})

const devices = createRoute({
  getParentRoute: () => shell,
  path: '/devices',
  validateSearch: DevicesAddress,
  search: { middlewares: [stripSearchParams(DEVICES_DEFAULTS)] },
  component: lazyPart(async () => (await import('../features/devices/DevicesPage.tsx')).DevicesPage, 'device'),
})

const device = createRoute({
  getParentRoute: () => shell,
  path: '/devices/$deviceId',
  component: lazyPart(async () => (await import('./pages/DeviceRoute.tsx')).DeviceRoute, 'device'),
})

const deviceHistory = createRoute({
  getParentRoute: () => shell,
  path: '/devices/$deviceId/history',
  validateSearch: HistoryAddress,
  search: { middlewares: [stripSearchParams(HISTORY_DEFAULTS)] },
  component: lazyPart(
    async () => (await import('./pages/HistoryRoute.tsx')).HistoryRoute,
    'device',
    'settings',
    'incidents',
    'monitoring',
  ),
})

const deviceEvidence = createRoute({
  getParentRoute: () => shell,
  path: '/devices/$deviceId/evidence',
  validateSearch: EvidenceAddress,
  component: lazyPart(async () => (await import('./pages/EvidenceRoute.tsx')).EvidenceRoute, 'device', 'monitoring'),
})

const sheetPage = lazyPart(async () => (await import('./pages/SheetRoute.tsx')).SheetRoute, 'device', 'settings')
const deviceSheet = createRoute({ getParentRoute: () => shell, path: '/devices/$deviceId/sheet', component: sheetPage })
const deviceCommissioning = createRoute({
  getParentRoute: () => shell,
  path: '/devices/$deviceId/commissioning',
  component: sheetPage,
})

const now = createRoute({
  getParentRoute: () => shell,
  path: '/now',
  validateSearch: NowSearch,
  search: { middlewares: [stripSearchParams(NOW_DEFAULTS)] },
  component: lazyPart(async () => (await import('./pages/NowRoute.tsx')).NowRoute, 'incidents', 'monitoring'),
})

const shifts = createRoute({
  getParentRoute: () => shell,
  path: '/shifts',
  component: lazyPart(
    async () => (await import('./pages/ShiftsRoute.tsx')).ShiftsRoute,
    'device',
    'settings',
    'incidents',
    'monitoring',
  ),
})

const changes = createRoute({
  getParentRoute: () => shell,
  path: '/changes',
  validateSearch: ChangesAddress,
  component: lazyPart(
    async () => (await import('./pages/ChangesRoutes.tsx')).ChangesRoute,
    'device',
    'settings',
    'monitoring',
  ),
})

const compare = createRoute({
  getParentRoute: () => shell,
  path: '/changes/compare',
  validateSearch: CompareAddress,
  component: lazyPart(
    async () => (await import('./pages/ChangesRoutes.tsx')).CompareRoute,
    'device',
    'settings',
    'monitoring',
  ),
})

const works = createRoute({
  getParentRoute: () => shell,
  path: '/changes/works',
  validateSearch: ChangesAddress,
  component: lazyPart(
    async () => (await import('./pages/WorksRoute.tsx')).WorksRoute,
    'device',
    'settings',
    'monitoring',
  ),
})

const reports = createRoute({
  getParentRoute: () => shell,
  path: '/reports',
  validateSearch: ReportAddress,
  search: { middlewares: [stripSearchParams(REPORT_DEFAULTS)] },
  component: lazyPart(async () => (await import('./pages/ReportsRoute.tsx')).ReportsRoute, 'monitoring'),
})

const corridors = createRoute({
  getParentRoute: () => shell,
  path: '/corridors',
  validateSearch: CorridorsAddress,
  search: { middlewares: [stripSearchParams(CORRIDORS_DEFAULTS)] },
  component: lazyPart(async () => (await import('./pages/StreetRoutes.tsx')).CorridorsRoute, 'corridors'),
})

const corridor = createRoute({
  getParentRoute: () => shell,
  path: '/corridors/$corridorId',
  component: lazyPart(async () => (await import('./pages/StreetRoutes.tsx')).CorridorRoute, 'corridors'),
})

const editedCorridor = () => ({
  getParentRoute: () => shell,
  component: lazyPart(async () => (await import('./pages/StreetRoutes.tsx')).CorridorEditRoute, 'corridors'),
})
const newCorridor = createRoute({ ...editedCorridor(), path: '/corridors/new' })
const corridorEdit = createRoute({ ...editedCorridor(), path: '/corridors/$corridorId/edit' })

const corridorPlan = createRoute({
  getParentRoute: () => shell,
  path: '/corridors/$corridorId/plan',
  component: lazyPart(
    async () => (await import('./pages/CorridorPlanRoute.tsx')).CorridorPlanRoute,
    'device',
    'settings',
    'corridors',
  ),
})

const greenRoutes = createRoute({
  getParentRoute: () => shell,
  path: '/routes',
  validateSearch: RoutesAddress,
  search: { middlewares: [stripSearchParams(CORRIDORS_DEFAULTS)] },
  component: lazyPart(async () => (await import('./pages/StreetRoutes.tsx')).GreenRoutesRoute, 'corridors'),
})

const rollouts = createRoute({
  getParentRoute: () => shell,
  path: '/rollouts',
  component: lazyPart(async () => (await import('./pages/RolloutRoutes.tsx')).RolloutsRoute, 'device', 'settings'),
})

const newRollout = createRoute({
  getParentRoute: () => shell,
  path: '/rollouts/new',
  validateSearch: NewRolloutAddress,
  search: { middlewares: [stripSearchParams(NEW_ROLLOUT_DEFAULTS)] },
  component: lazyPart(
    async () => (await import('./pages/NewRolloutRoute.tsx')).NewRolloutRoute,
    'device',
    'settings',
    'monitoring',
  ),
})

const rollout = createRoute({
  getParentRoute: () => shell,
  path: '/rollouts/$rolloutId',
  component: lazyPart(async () => (await import('./pages/RolloutRoutes.tsx')).RolloutRoute, 'device', 'settings'),
})

const calendar = createRoute({
  getParentRoute: () => shell,
  path: '/calendar',
  validateSearch: CalendarAddress,
  component: lazyPart(async () => (await import('./pages/CalendarRoute.tsx')).CalendarRoute, 'device', 'settings'),
})

const settingsFile = createRoute({
  getParentRoute: () => shell,
  path: '/files/settings',
  validateSearch: SettingsFileAddress,
  component: lazyPart(
    async () => (await import('./pages/FileRoutes.tsx')).SettingsFileRoute,
    'device',
    'settings',
    'admin',
  ),
})

const devicesFile = createRoute({
  getParentRoute: () => shell,
  path: '/files/devices',
  component: lazyPart(
    async () => (await import('./pages/FileRoutes.tsx')).DevicesFileRoute,
    'device',
    'settings',
    'admin',
  ),
})
const customersFile = createRoute({
  getParentRoute: () => shell,
  path: '/files/customers',
  component: lazyPart(
    async () => (await import('./pages/FileRoutes.tsx')).CustomersFileRoute,
    'device',
    'settings',
    'admin',
  ),
})
const usersFile = createRoute({
  getParentRoute: () => shell,
  path: '/files/users',
  component: lazyPart(
    async () => (await import('./pages/FileRoutes.tsx')).UsersFileRoute,
    'device',
    'settings',
    'admin',
  ),
})

const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  validateSearch: AccountSearch,
  search: { middlewares: [stripSearchParams(ACCOUNT_DEFAULTS)] },
  component: lazyPart(async () => (await import('./pages/AccountRoute.tsx')).AccountRoute, 'admin'),
})

const system = createRoute({
  getParentRoute: () => shell,
  path: '/system',
  component: lazyPart(async () => (await import('./pages/SystemRoute.tsx')).SystemRoute, 'admin'),
})

const HelpRoute = lazyPart(async () => (await import('./pages/HelpRoute.tsx')).HelpRoute, 'monitoring')
const help = createRoute({ getParentRoute: () => shell, path: '/help', component: HelpRoute })
const helpPage = createRoute({ getParentRoute: () => shell, path: '/help/$page', component: HelpRoute })

const customers = createRoute({
  getParentRoute: () => shell,
  path: '/customers',
  validateSearch: CustomersAddress,
  search: { middlewares: [stripSearchParams(CUSTOMERS_DEFAULTS)] },
  component: lazyPart(async () => (await import('./pages/CustomerRoutes.tsx')).CustomersRoute, 'admin'),
})

const customerUsers = createRoute({
  getParentRoute: () => shell,
  path: '/customers/$customerId/users',
  validateSearch: UsersAddress,
  search: { middlewares: [stripSearchParams(USERS_DEFAULTS)] },
  component: lazyPart(async () => (await import('./pages/CustomerRoutes.tsx')).CustomerUsersRoute, 'admin'),
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
    deviceCommissioning,
    now,
    shifts,
    changes,
    compare,
    works,
    reports,
    corridors,
    newCorridor,
    corridor,
    corridorEdit,
    corridorPlan,
    greenRoutes,
    rollouts,
    newRollout,
    rollout,
    calendar,
    settingsFile,
    devicesFile,
    customersFile,
    usersFile,
    account,
    system,
    customers,
    customerUsers,
    help,
    helpPage,
    nowhere,
  ]),
])
