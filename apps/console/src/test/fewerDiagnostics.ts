/**
 * Leaves out what React and Testing Library prepare for error messages that nobody reads: together a fifth of the time
 * of the console's tests. Without the internals that this uses, tests are slower and otherwise the same.
 */
import { configure, getConfig } from '@testing-library/react'
import * as React from 'react'

/** Parts of Testing Library's configuration and of React that their types leave out. */
interface Polling {
  /** True while `waitFor` or `findBy…` looks whether its condition holds. */
  readonly _disableExpensiveErrorDiagnostics?: boolean
}
interface ReactInternals {
  readonly __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE?: object
}

const describeFully = getConfig().getElementError

/** Leaves these diagnostics out from now on. */
export function leaveOutDiagnostics(): void {
  configure({ getElementError: describe })
  const internals = (React as ReactInternals).__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE
  // React captures a call stack for each of the first 10,000 elements of a second; warnings show it.
  if (internals) {
    Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
      configurable: true,
      get: () => 10_000,
      set() {},
    })
  }
}

/** Describes a failed query. While it is repeated, without the document; the last failure gets it, when time is up. */
function describe(message: string | null, container: Element): Error {
  if (!(getConfig() as Polling)._disableExpensiveErrorDiagnostics) return describeFully(message, container)
  const error = new Error(message ?? '')
  error.name = 'TestingLibraryElementError'
  return error
}
