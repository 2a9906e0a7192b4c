import { type HealthCode, needsHelp } from '../data/health.ts'
import { useTexts } from '../texts/useTexts.ts'
import { Explained } from './Explained.tsx'

/**
 * Shows on hover, focus and touch what an incident means and what to do; absent for a state that needs no explanation.
 * Apart from `Explained`, which pages without the texts of incidents load for its terms.
 */
export function WhatItMeans({ code }: { readonly code: HealthCode }) {
  const t = useTexts('monitoring', 'glossary')
  return needsHelp(code) && <Explained topic={{ kind: 'incident', code }}>{t('whatItMeans')}</Explained>
}
