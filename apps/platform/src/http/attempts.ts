import { tenantAdmins } from '../access/permissions.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { handlersOf, policiesOf } from './callTypes.ts'

/** Policies of the log of how controllers connect. */
export const attemptPolicies = policiesOf({
  controllerAttempts: {
    may: tenantAdmins,
    summary: 'How the controller of a device connected or failed to, and which unknown clients tried',
  },
})

/** Returns the handlers of the log of how controllers connect. */
export const attemptHandlers = ({ gateway }: EntityDeps) =>
  handlersOf({
    controllerAttempts: ({ params, reach }) => gateway.attempts(reach.device(params.deviceId).id.id),
  })
