type Report = (entries: readonly { readonly isIntersecting: boolean }[]) => void;

/** Nothing has a position on the screen here: an observed element becomes visible when a test turns the wheel. */
export function watchSight() {
  const watching = new Set<Report>();
  class IntersectionObserver {
    readonly #report: Report;
    constructor(report: Report) {
      this.#report = report;
    }
    observe(): void {
      watching.add(this.#report);
    }
    disconnect(): void {
      watching.delete(this.#report);
    }
  }
  return {
    IntersectionObserver,
    turnWheel(): void {
      for (const report of [...watching]) report([{ isIntersecting: true }]);
    },
  };
}
