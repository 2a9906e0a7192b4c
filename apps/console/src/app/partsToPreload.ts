/** The pages and parts that are loaded while the browser is idle. */
import type { RegisteredRouter } from '@tanstack/react-router'
import { consoleSettings } from '../data/consoleSettings.ts'
import { keepFiles } from '../data/keepFiles.ts'
import { NAMESPACES } from '../texts/namespaces.ts'
import { loadTexts } from '../texts/texts.ts'

/** Loads a page or a part. Rejects when that fails. */
export type Load = () => Promise<unknown>

/** The pages that a user may open, each loaded with its texts. Preloading an address with an id loads no record. */
const pagesOf = (router: RegisteredRouter, isTenantAdmin: boolean): readonly Load[] => [
  () => router.preloadRoute({ to: '/' }),
  () => router.preloadRoute({ to: '/devices' }),
  () => router.preloadRoute({ to: '/devices/$deviceId', params: { deviceId: 'any' } }),
  () => router.preloadRoute({ to: '/devices/$deviceId/history', params: { deviceId: 'any' } }),
  () => router.preloadRoute({ to: '/devices/$deviceId/sheet', params: { deviceId: 'any' } }),
  () => router.preloadRoute({ to: '/now' }),
  () => router.preloadRoute({ to: '/changes' }),
  () => router.preloadRoute({ to: '/changes/compare' }),
  () => router.preloadRoute({ to: '/changes/works' }),
  () => router.preloadRoute({ to: '/reports' }),
  () => router.preloadRoute({ to: '/corridors' }),
  () => router.preloadRoute({ to: '/corridors/$corridorId', params: { corridorId: 'any' } }),
  () => router.preloadRoute({ to: '/routes' }),
  () => router.preloadRoute({ to: '/files/settings' }),
  () => router.preloadRoute({ to: '/account' }),
  () => router.preloadRoute({ to: '/help' }),
  ...(isTenantAdmin
    ? [
        () => router.preloadRoute({ to: '/shifts' }),
        () => router.preloadRoute({ to: '/system' }),
        () => router.preloadRoute({ to: '/corridors/new' }),
        () => router.preloadRoute({ to: '/corridors/$corridorId/edit', params: { corridorId: 'any' } }),
        () => router.preloadRoute({ to: '/corridors/$corridorId/plan', params: { corridorId: 'any' } }),
        () => router.preloadRoute({ to: '/rollouts' }),
        () => router.preloadRoute({ to: '/rollouts/new' }),
        () => router.preloadRoute({ to: '/calendar' }),
        () => router.preloadRoute({ to: '/files/devices' }),
        () => router.preloadRoute({ to: '/files/customers' }),
        () => router.preloadRoute({ to: '/files/users' }),
        () => router.preloadRoute({ to: '/customers' }),
        () => router.preloadRoute({ to: '/customers/$customerId/users', params: { customerId: 'any' } }),
      ]
    : []),
]

/** Parts that open from the keyboard on every page, without a pointer to announce them, and the texts of all pages. */
const PALETTE: readonly Load[] = [() => import('./shell/FindPalette.tsx'), () => loadTexts(...NAMESPACES)]

/** The parts that pages load on demand. */
const partsOf = (isTenantAdmin: boolean): readonly Load[] => [
  () => import('./shell/UserMenuItems.tsx'),
  () => import('./shell/KeptFormNotice.tsx'),
  () => import('../features/help/Help.tsx'),
  () => import('../shared/Explained.tsx'),
  () => import('../shared/TopicNote.tsx'),
  () => import('../shared/PhotoField.tsx'),
  () => import('../shared/Photos.tsx'),
  () => import('./shell/ChangeTray.tsx'),
  () => import('./shell/Banners.tsx'),
  () => import('./shell/PrintHead.tsx'),
  () => import('./shell/SunToggle.tsx'),
  () => import('../features/now/dialogs/CommentDialog.tsx'),
  () => import('../shared/RouteCourse.tsx'),
  () => import('../shared/InspectionsDue.tsx'),
  () => import('./shell/RibbonHolds.tsx'),
  () => import('../features/dashboard/parts/DevicesBeyond.tsx'),
  () => import('../features/dashboard/parts/Welcome.tsx'),
  () => import('../features/device/parts/StreetTiming.tsx'),
  () => import('../features/device/parts/AttributeTable.tsx'),
  () => import('../features/device/parts/FindingList.tsx'),
  () => import('../features/device/parts/DeliveryNote.tsx'),
  () => import('../features/device/parts/KindLine.tsx'),
  () => import('../features/device/parts/HoldLine.tsx'),
  () => import('../features/device/parts/OptionalSettings.tsx'),
  () => import('../features/device/parts/DisplayFacts.tsx'),
  () => import('../features/device/parts/CardsBelow.tsx'),
  () => import('../features/device/parts/DeviceMap.tsx'),
  () => import('../features/device/parts/LastChange.tsx'),
  () => import('../features/device/parts/PhaseHeads.tsx'),
  () => import('../features/device/parts/TroubleHelp.tsx'),
  () => import('../ui/plots/CategoryPlot.tsx'),
  () => import('../features/device/parts/RecentTape.tsx'),
  () => import('../features/now/parts/JunctionMap.tsx'),
  () => import('../features/now/parts/JunctionBeside.tsx'),
  () => import('../features/device/JunctionNow.tsx'),
  () => import('../features/corridors/parts/StreetWave.tsx'),
  () => import('../features/reports/parts/WaveIncidentsCard.tsx'),
  () => import('../features/reports/parts/WavesCard.tsx'),
  () => import('../features/secondFactor/SecondFactorSection.tsx'),
  () => import('../features/notify/NotifySection.tsx'),
  () => import('./preloadParts.ts'),
  () => import('./shell/Alerts.tsx'),
  () => import('./shell/PlatformNotices.tsx'),
  () => import('./shell/Unsent.tsx'),
  ...(isTenantAdmin
    ? [
        () => import('./shell/ClockTrouble.tsx'),
        () => import('../shared/ChosenBar.tsx'),
        () => import('../features/devices/dialogs/DeviceDialogs.tsx'),
        () => import('../features/devices/dialogs/AssignDeviceDialog.tsx'),
        () => import('../features/device/CommissioningPage.tsx'),
        () => import('../features/device/dialogs/DeviceDialogs.tsx'),
        () => import('../features/device/dialogs/SiteDialog.tsx'),
        () => import('../features/device/dialogs/DisplaysDialog.tsx'),
        () => import('../features/device/RestoreChange.tsx'),
        () => import('../features/device/parts/JunctionActs.tsx'),
        () => import('../features/now/dialogs/NowDialogs.tsx'),
        () => import('../shared/CalendarCourse.tsx'),
        () => import('../features/shifts/dialogs/HandOverDialog.tsx'),
        () => import('../features/corridors/parts/CorridorMap.tsx'),
        () => import('../features/calendar/dialogs/CalendarDialogs.tsx'),
        () => import('../features/corridors/parts/KindSave.tsx'),
        () => import('../features/corridors/dialogs/CorridorDialogs.tsx'),
        () => import('../features/corridors/dialogs/RouteDialogs.tsx'),
        () => import('../features/customers/dialogs/CustomerDialogs.tsx'),
        () => import('../features/users/dialogs/UserDialogs.tsx'),
      ]
    : []),
  ...(consoleSettings().demonstration ? [() => import('../features/sample/SampleCity.tsx')] : []),
  ...(isTenantAdmin && consoleSettings().demonstration ? [() => import('../features/device/FaultPanel.tsx')] : []),
]

/** Returns the pages and parts that a user may open: the palette first, then pages. */
export function partsToPreload(router: RegisteredRouter, isTenantAdmin: boolean): readonly Load[] {
  return [keepFiles, ...PALETTE, ...pagesOf(router, isTenantAdmin), ...partsOf(isTenantAdmin)]
}
