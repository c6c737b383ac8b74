/** What the accessibility checker has to say of a page. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface Violation {
  id: string
  nodes: { html: string }[]
}

/** What the accessibility checker has to say of what the page shows now, in both colour schemes. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Colours are all that changes between the two.
    const options = { resultTypes: ['violations'], ...(colorScheme === 'light' ? {} : { runOnly: ['color-contrast'] }) }
    const run = `axe.run(document, ${JSON.stringify(options)}).then(found => found.violations)`
    const wrong = await page.evaluate<Violation[]>(run)
    found.push(...wrong.flatMap(({ id, nodes }) => nodes.map(node => `${colorScheme} ${id}: ${node.html}`)))
  }
  return found
}
