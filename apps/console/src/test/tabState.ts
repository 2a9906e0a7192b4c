import { asOf } from '../data/asOf.ts'
import { chooseJunctions } from '../data/chosenJunctions.ts'
import { connection, topics } from '../data/live.ts'
import { forgetRemarks } from '../data/log.ts'
import { waitingRelease } from '../data/releases.ts'
import { ownRollouts } from '../data/rollouts/useOwnRollout.ts'
import { noteServerDate } from '../data/serverTime.ts'
import { session } from '../data/session.ts'
import { joinCallsToSession } from '../data/callSession.ts'
import { waitingPhotos } from '../data/queries/photos.ts'
import { unsent } from '../data/queries/unsent.ts'
import { clearToasts } from '../ui/notices/toasts.ts'
import { clearTab } from '../ui/page/tab.ts'
import { forgetMissingParts } from '../ui/states/lazyPart.tsx'

/**
 * Everything that the console's modules keep outside components for the life of a tab, by file and name: how it is reset
 * after a test, since test files share the modules, or why that is not necessary. In the order of the resets.
 */
export const TAB_STATE: Readonly<Record<string, (() => unknown) | string>> = {
  'ui/notices/toasts.ts: toasts': clearToasts,
  'ui/notices/toasts.ts: timers': 'cleared with the toasts',
  'ui/notices/toasts.ts: lastId': 'only numbers the toasts',
  'ui/notices/toasts.ts: listeners': 'components, which leave it when they are unmounted',
  'data/live.ts: topics': () => topics.clear(),
  'data/live.ts: connection': () => connection.disconnect(),
  'data/live.ts: ofSession': 'made anew by startLive',
  'data/device/deviceHook.ts: feeds': 'ended with the topics',
  'data/device/useDevice.ts: hooks': 'ended with the feeds',
  'data/device/listedStatus.ts: hooks': 'ended with the feeds',
  'data/device/lampsState.ts: hooks': 'ended with the feeds',
  'data/asOf.ts: asOf': () => asOf.set(null),
  'data/releases.ts: waitingRelease': () => waitingRelease.set(false),
  'data/queries/unsent.ts: unsent': () => unsent.set([]),
  'data/queries/photos.ts: waitingPhotos': () => waitingPhotos.clear(),
  'worker/worker.ts: first': 'of the service worker, which no test loads',
  'worker/worker.ts: byUse': 'of the service worker, which no test loads',
  'data/session.ts: session': () => session.signOut(),
  'data/session.ts: tokens': 'cleared with the session',
  'data/callSession.ts: session': () =>
    joinCallsToSession({ tokenForCall: async () => null, onUnauthorized: () => null, userId: () => '' }),
  'data/signInApi.ts: callSignIn': 'keeps nothing itself',
  'data/signInApi.ts: callsOnTheirWay': 'counts calls, which end',
  'ui/states/lazyPart.tsx: partsOnTheirWay': 'counts loads, which end',
  'ui/states/firstView.ts: isShown': 'true until a start of the console or the own test, which ends when it is shown',
  'ui/states/firstView.ts: listeners': 'components, which leave it when they are unmounted',
  'data/api.ts: callApi': 'keeps nothing itself',
  'data/fleetApi.ts: callFleet': 'keeps nothing itself',
  'data/userApi.ts: callUsers': 'keeps nothing itself',
  'data/queries/files.ts: callFiles': 'keeps nothing itself',
  'data/queries/photos.ts: callImages': 'keeps nothing itself',
  'data/queries/commissioning.ts: callAttempts': 'keeps nothing itself',
  'features/device/commissioning/LampStep.tsx: NOTHING': 'never written',
  'data/queries/customers.ts: callCustomers': 'keeps nothing itself',
  'data/queries/installation.ts: callInstallation': 'keeps nothing itself',
  'data/queries/corridors.ts: callCorridors': 'keeps nothing itself',
  'data/changeApi.ts: callRollouts': 'keeps nothing itself',
  'data/rollouts/useOwnRollout.ts: ownRollouts': () => ownRollouts.leave(),
  'data/chosenJunctions.ts: NONE': 'never written',
  'data/chosenJunctions.ts: chosen': () => chooseJunctions([]),
  'data/chosenJunctions.ts: listeners': 'components, which leave it when they are unmounted',
  'data/changeApi.ts: callChanges': 'keeps nothing itself',
  'data/device/useOpenDialogs.ts: callOpenDialogs': 'keeps nothing itself',
  'data/device/useOpenDialogs.ts: NO_OTHERS': 'never written',
  'data/historyApi.ts: callReports': 'keeps nothing itself',
  'data/reports/useReport.ts: kept': 'belong to the query cache of a session',
  'data/changeApi.ts: callChangeHistory': 'keeps nothing itself',
  'features/device/model/siteForm.ts: SITE_FIELD_RANGES': 'never written',
  'features/device/model/displaysForm.ts: CONTROL_KEY': 'never written',
  'data/queries/siteNotes.ts: next': 'forgotten when its call is made, which is at once',
  'shared/NamedPhases.tsx: NONE': 'never written',
  'data/queries/deviceEdits.ts: callDeviceEdits': 'keeps nothing itself',
  'data/queries/evidence.ts: callEvidence': 'keeps nothing itself',
  'data/historyApi.ts: callHistory': 'keeps nothing itself',
  'data/queries/demonstration.ts: callDemonstration': 'keeps nothing itself',
  'features/past/model/pastIncident.ts: CODES': 'never written',
  'shared/CsvFile.ts: utf8': 'keeps nothing itself',
  'features/dashboard/model/useTroubled.ts: NONE': 'never written',
  'features/wall/words/useTileWords.ts: DATED': 'never written',
  'app/shell/ChangeTray.tsx: NOTHING': 'never written',
  'features/corridors/model/corridorFacts.ts: REMARKS': 'never written',
  'features/corridors/parts/CorridorStreet.tsx: NOTHING_TRIED': 'never written',
  'features/corridors/CorridorPlanPage.tsx: NOTHING_TRIED': 'never written',
  'features/corridors/parts/Planner.tsx: PREVENT': 'never written',
  'features/rollouts/model/previewAll.ts: NONE': 'never written',
  'features/changes/parts/useComparedSide.ts: NOTHING': 'never written',
  'data/serverTime.ts: offsetMs': () => noteServerDate(new Date().toUTCString()),
  'data/log.ts: remarks': forgetRemarks,
  'data/log.ts: kinds': 'forgotten with the remarks',
  'data/useWatch.ts: watchHolder': 'emptied by the component that follows the watch, when it is unmounted',
  'data/fleet/Fleet.ts: NONE': 'never written',
  'data/fleet/OpenIncidents.ts: NONE': 'never written',
  'data/fleet/worstFirst.ts: LOST': 'never written',
  'data/fleet/useFleet.ts: models': 'belong to the query cache of a session',
  'data/soundChoice.ts: watchers': 'components, which leave it when they are unmounted',
  'data/soundChoice.ts: unstored': 'written only where storage is blocked',
  'data/noticePermission.ts: watchers': 'components, which leave it when they are unmounted',
  'data/openJunction.ts: openJunction': 'emptied by the component of the junction, when it is unmounted',
  'data/useWatch.ts: attributeHolder': 'emptied with the holder',
  'data/consoleSettings.ts: last': 'belongs to an element of the page, which a test removes again',
  'data/useNow.ts: tickers': 'each keeps nothing without a component that watches it',
  'features/device/model/deviceView.ts: NO_ATTRIBUTES': 'never written',
  'features/device/parts/SignalsCard.tsx: NONE': 'never written',
  'data/device/street/observedStreet.ts: OBSERVER': 'keeps nothing itself; each junction is a value that it returns',
  'data/device/street/observedStreet.ts: NOTHING_OBSERVED': 'never written',
  'ui/page/tab.ts: tab': clearTab,
  'ui/theme/sun.ts: listeners': 'components, which leave it when they are unmounted',
  'ui/states/lazyPart.tsx: failed': forgetMissingParts,
  'texts/texts.ts: shown': 'the language, which setup.ts sets back',
  'texts/texts.ts: chosen': 'set back with the language',
  'texts/texts.ts: loaded': 'texts that were loaded once stay loaded, as modules do',
  'texts/texts.ts: inUse': 'all namespaces, which setup.ts loads',
  'texts/texts.ts: listeners': 'components, which leave it when they are unmounted',
}
