/** Faults that administrators of the demonstration cause on its virtual controllers. */
import { MqttBasicValue } from '@greenwave/contract/wire/credentials'
import type { CausableFault, CausedFault, CausedFaults } from '@greenwave/contract/wire/demonstration'
import type { Device } from '@greenwave/contract/wire/devices'
import { MESSAGES } from '@greenwave/contract/wire/errors'
import type { Preparation } from '@greenwave/contract/wire/system'
import type { Principal } from '../access/principal.ts'
import { badRequest, Refusal } from '../access/refusal.ts'
import type { EntityDeps } from './entityDeps.ts'

/** The virtual controllers of a demonstration. Each is known by the client id of its MQTT credentials. */
export interface Demonstration {
  /** Returns the faults that are caused on a controller now; undefined if there is no such controller. */
  faultsOf(clientId: string): readonly CausedFault[] | undefined
  /** Causes a fault, or lets one that is caused already end at another time. */
  cause(clientId: string, fault: CausableFault, seconds: number): void
  /** Ends all faults that are caused. */
  end(clientId: string): void
  /** How many of its junctions are made; undefined once all are. */
  readonly preparation: Preparation | undefined
  /** Records of its city from before this time were made, epoch milliseconds; undefined if there are none. */
  readonly madeBefore: number | undefined
}

/** The parts of the platform with which faults are caused; without a demonstration every call is unknown. */
export interface DemonstrationDeps extends EntityDeps {
  readonly demonstration: Demonstration | undefined
}

/** Returns the faults that are caused on a device's controller now. @throws {Refusal} */
export function causedFaults(deps: DemonstrationDeps, device: Device): CausedFaults {
  const faults = demonstrationOf(deps).faultsOf(clientIdOf(deps, device))
  return { virtual: faults !== undefined, faults: [...(faults ?? [])] }
}

/** Causes a fault on a device's controller. The audit log has it as a call to the device. @throws {Refusal} */
export function causeFault(
  deps: DemonstrationDeps,
  principal: Principal,
  device: Device,
  params: { readonly fault: CausableFault; readonly seconds: number },
): CausedFaults {
  return callDemonstration(deps, principal, device, { method: 'causeFault', params }, (demonstration, clientId) =>
    demonstration.cause(clientId, params.fault, params.seconds),
  )
}

/** Ends all faults that are caused on a device's controller, recorded like their beginning. @throws {Refusal} */
export function endFaults(deps: DemonstrationDeps, principal: Principal, device: Device): CausedFaults {
  return callDemonstration(deps, principal, device, { method: 'endFaults', params: null }, (demonstration, clientId) =>
    demonstration.end(clientId),
  )
}

function callDemonstration(
  deps: DemonstrationDeps,
  principal: Principal,
  device: Device,
  call: { readonly method: string; readonly params: object | null },
  act: (demonstration: Demonstration, clientId: string) => void,
): CausedFaults {
  const demonstration = demonstrationOf(deps)
  const data = { entityId: device.id.id, oneWay: true, ...call }
  return deps.access.audited(
    { actor: principal, type: 'RPC_CALL', entity: device.id, entityName: device.name, data },
    () => {
      const clientId = clientIdOf(deps, device)
      if (!demonstration.faultsOf(clientId)) {
        throw badRequest(`No virtual controller runs for the device ${device.name}, so it can have no fault.`)
      }
      act(demonstration, clientId)
      return causedFaults(deps, device)
    },
  )
}

function demonstrationOf({ demonstration }: DemonstrationDeps): Demonstration {
  if (!demonstration) throw new Refusal('itemNotFound', MESSAGES.itemNotFound)
  return demonstration
}

function clientIdOf({ store }: EntityDeps, { id }: Device): string {
  const value = store.credentials.byDevice(id.id)?.credentialsValue
  return MqttBasicValue.safeParse(JSON.parse(value ?? '{}')).data?.clientId ?? ''
}
