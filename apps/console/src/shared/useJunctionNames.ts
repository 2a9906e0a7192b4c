import { useTexts } from '../texts/useTexts.ts'

/** Returns a function that names the first `named` junctions of a list, separated by commas, and counts the rest. */
export function useJunctionNames(named: number): (names: readonly string[]) => string {
  const t = useTexts('common')
  return (names) => {
    const shown = names.slice(0, named).join(', ')
    return names.length > named ? t('moreJunctions', { names: shown, count: names.length - named }) : shown
  }
}
