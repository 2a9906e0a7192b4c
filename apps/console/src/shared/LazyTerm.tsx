import type { ReactNode } from 'react'
import { lazyPart } from '../ui/states/lazyPart.tsx'
import { useLoadedQuietly } from '../ui/states/useLoadedQuietly.ts'
import type { GlossaryTerm } from './glossary.ts'

const Term = lazyPart(async () => (await import('./Explained.tsx')).Term)

interface LazyTermProps {
  readonly of: GlossaryTerm
  readonly children: ReactNode
}

/** A `Term` on a page of a limited size: the word alone until its code has loaded. */
export function LazyTerm({ of, children }: LazyTermProps) {
  return useLoadedQuietly(Term, true) ? <Term of={of}>{children}</Term> : children
}
