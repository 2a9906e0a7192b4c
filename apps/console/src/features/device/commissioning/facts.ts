/** @file Parts of a device that its commissioning shows. */
import { type ConnectionFacts, parseCommissioning } from '@greenwave/contract/records/commissioning'
import { COMMISSIONING_KEY } from '@greenwave/contract/records/recordKeys'
import type { ControllerAttempts } from '@greenwave/contract/wire/attempts'
import { checkClearanceTimes } from '@greenwave/controller/checks/clearance'
import type { Finding } from '@greenwave/controller/checks/finding'
import { checkTiming, plansUsing } from '@greenwave/controller/checks/program'
import { checkSchedule } from '@greenwave/controller/checks/schedule'
import { PHASES } from '@greenwave/controller/controllerLimits'
import { servedPhases } from '@greenwave/controller/cycle'
import { plainValues } from '@greenwave/observer/inEffect'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import type { ConnectionFacts as StepFacts } from '../model/connectionSteps.ts'
import { programsInUse } from '../parts/sheetFacts.ts'
import { settingsCode } from '../parts/TimingSheet.tsx'

/** Returns the stored record of a commissioning; undefined without one. */
export const recordOf = ({ server }: DeviceState) => parseCommissioning(server?.[COMMISSIONING_KEY]?.value)

/** Returns whether the server attributes have arrived. */
export const isRead = ({ server }: DeviceState) => server !== undefined

/** Returns the facts of the connection that this console sees live, without the log of the platform. */
export const seenConnection = (state: DeviceState): Omit<StepFacts, 'attempts'> => ({
  online: state.connectivity.online,
  lastConnectMs: state.connectivity.lastConnectMs,
  lampsLive: state.lampsFreshness.kind === 'live',
  clock: state.clock
    ? {
        driftSeconds: state.clock.driftSeconds,
        isOff: state.clock.level === 'warning' || state.clock.level === 'alarm',
      }
    : undefined,
  deliveries: state.deliveries.groups,
})

/** Returns the phases whose lamps are asked about: those of the program in effect, or all. */
export const walkedPhases = ({ programInEffect }: DeviceState) =>
  programInEffect ? servedPhases(programInEffect.program) : PHASES

/** Returns the live lamps and the phases for the walk through the lamps. */
export const walkFacts = (state: DeviceState) => ({
  nowMs: state.nowMs,
  readings: state.signals.phases,
  isLive: state.lampsFreshness.kind === 'live',
  phases: walkedPhases(state),
})

/** Returns the findings of all checks of the stored settings. */
function settingFindings({ settings, site: { limits } }: Pick<DeviceState, 'settings' | 'site'>): readonly Finding[] {
  return [
    ...checkClearanceTimes(settings.clearance, limits),
    ...checkSchedule(settings),
    ...programsInUse(settings).flatMap((program) =>
      checkTiming(program, settings.clearance, {
        ...{ usedByPlans: plansUsing(settings, program.number), reportedPeriod: undefined, limits },
      }),
    ),
  ]
}

/** Returns names of phases and findings of the checks for the step of the settings. */
export const checkFacts = (state: DeviceState) => ({
  names: state.site.names,
  findings: settingFindings(state),
  isSet: state.deliveries.groups.length > 0,
})

/** Returns the facts that a signature records. */
export function signedFacts(state: DeviceState): Omit<ConnectionFacts, 'address'> {
  const { deliveries, clock, shared } = state
  return {
    ...(clock?.driftSeconds != null && { driftS: clock.driftSeconds }),
    taken: deliveries.groups.filter(({ state: delivery }) => delivery === 'taken').length,
    wanted: deliveries.groups.length,
    findings: settingFindings(state).length,
    code: settingsCode(plainValues(shared ?? {})),
  }
}

/** Returns the address from which a controller is connected; undefined where it is not known. */
export const addressOf = (attempts: ControllerAttempts | null | undefined): string | undefined =>
  attempts?.attempts.findLast(({ kind }) => kind === 'signedIn')?.address
