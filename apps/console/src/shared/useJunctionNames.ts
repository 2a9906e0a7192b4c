import { useTexts } from '../texts/useTexts.ts'

/** Returns the function that names so many junctions of some, with commas between them, and counts the others. */
export function useJunctionNames(named: number): (names: readonly string[]) => string {
  const t = useTexts('common')
  return (names) => {
    const shown = names.slice(0, named).join(', ')
    return names.length > named ? t('moreJunctions', { names: shown, count: names.length - named }) : shown
  }
}
