import { isPresent } from '@greenwave/controller/attributes'
import { RED_CLEARANCE_KEY, YELLOW_KEY } from '@greenwave/controller/keys'
import { plansInPlay } from '@greenwave/controller/schedule'
import { type ControllerSettings, isProgramNumber, type Program } from '@greenwave/controller/settings'
import { OPTIONAL_KEYS } from '@greenwave/controller/settingTable/table'
import { plainValues } from '@greenwave/observer/inEffect'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { valuesOf } from '../../../data/device/settings/deliveries.ts'

/** Facts about a device that a timing sheet uses. */
export type SheetFacts = ReturnType<typeof sheetFacts>

/** Returns the part of a device that its timing sheet shows. */
export const sheetFacts = ({
  shared,
  client,
  settings,
  modeIsKnown,
  site,
  place,
  deliveries,
  observed,
}: DeviceState) => ({
  /** Undefined until the shared attributes have arrived. */
  shared,
  settings,
  modeIsKnown,
  /** False when neither time was ever set or reported. */
  clearanceIsKnown: [shared, client].some((scope) => {
    const values = plainValues(scope ?? {})
    return isPresent(values, YELLOW_KEY) || isPresent(values, RED_CLEARANCE_KEY)
  }),
  names: site.names,
  /** Displays and control, as far as they are known. */
  styles: observed.styles,
  place,
  reported: valuesOf(client, OPTIONAL_KEYS),
  /** Null until it is known what the controller reports. */
  delivery: client ? deliveries.summary : null,
})

/** Returns the programs that plans in play run, each once. */
export function programsInUse(settings: ControllerSettings): readonly Program[] {
  const used = new Set(
    plansInPlay(settings)
      .map((plan) => plan.programNumber)
      .filter(isProgramNumber),
  )
  return settings.programs.filter(({ number }) => used.has(number))
}
