import { causedFaults, causeFault, type DemonstrationDeps, endFaults } from '../entities/demonstration.ts'
import { handlersOf } from './callTypes.ts'

/** Returns the handlers of the calls of the demonstration. */
export const demonstrationHandlers = (deps: DemonstrationDeps) =>
  handlersOf({
    causedFaults: ({ params, reach }) => causedFaults(deps, reach.device(params.deviceId)),
    causeFault: ({ params, body, principal, reach }) =>
      causeFault(deps, principal, reach.device(params.deviceId), body),
    endFaults: ({ params, principal, reach }) => endFaults(deps, principal, reach.device(params.deviceId)),
  })
