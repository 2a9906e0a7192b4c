import { causedFaults, causeFault, type DemonstrationDeps, endFaults } from '../entities/demonstration.ts'
import { handlersOf, policiesOf } from './callTypes.ts'
import { tenantAdmins } from '../access/permissions.ts'

/** Policies of the calls of the demonstration. */
export const demonstrationPolicies = policiesOf({
  causedFaults: {
    may: tenantAdmins,
    summary: 'Demonstration only: the faults that are caused on a virtual controller now',
  },
  causeFault: {
    may: tenantAdmins,
    summary: 'Demonstration only: cause a fault on a virtual controller for some time',
    records: 'RPC_CALL',
    example: { fault: 'all-red', seconds: 60 },
  },
  endFaults: {
    may: tenantAdmins,
    summary: 'Demonstration only: end the faults that are caused on a virtual controller',
    records: 'RPC_CALL',
  },
})

/** Returns the handlers of the calls of the demonstration. */
export const demonstrationHandlers = (deps: DemonstrationDeps) =>
  handlersOf({
    causedFaults: ({ params, reach }) => causedFaults(deps, reach.device(params.deviceId)),
    causeFault: ({ params, body, principal, reach }) =>
      causeFault(deps, principal, reach.device(params.deviceId), body),
    endFaults: ({ params, principal, reach }) => endFaults(deps, principal, reach.device(params.deviceId)),
  })
