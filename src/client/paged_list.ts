/**
 * A list that is loaded page by page, while a program reads it: `for await (const task of list)`. Nothing is requested
 * before.
 */

export interface ResultPage<T> {
  data: T[]
  /** Where the next page starts; null or absent after the last one. */
  next_page?: { offset: string; path: string; uri: string } | null
}

/** What a page is requested with; undefined for the choice of the caller. */
export interface PageRequest {
  limit?: number | undefined
  offset?: string | undefined
}

export const MAX_PAGE_SIZE = 100

export class PagedList<T> implements AsyncIterable<T> {
  readonly #load: (page: PageRequest) => Promise<ResultPage<T>>

  constructor(load: (page: PageRequest) => Promise<ResultPage<T>>) {
    this.#load = load
  }

  /** One page: the first one, or the one at an offset. */
  page(offset?: string): Promise<ResultPage<T>> {
    return this.#load({ offset })
  }

  /** All objects as an array, at most `most`. */
  async all({ most = Number.POSITIVE_INFINITY }: { most?: number } = {}): Promise<T[]> {
    const found: T[] = []
    if (most <= 0) return found
    for await (const { data } of this.#pages(most < MAX_PAGE_SIZE ? most : undefined)) {
      for (const one of data) found.push(one)
      if (found.length >= most) break
    }
    return found.slice(0, most)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { data } of this.#pages()) yield* data
  }

  async *#pages(limit?: number): AsyncGenerator<ResultPage<T>, void, undefined> {
    let offset: string | undefined
    do {
      const page = await this.#load({ limit, offset })
      yield page
      offset = page.next_page?.offset
    } while (offset !== undefined)
  }
}
