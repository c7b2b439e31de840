/** The part of Swagger UI that the page uses; the package has no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  export interface SwaggerRequest {
    readonly url: string;
    readonly method: string;
    readonly body?: string | Blob;
    headers: Record<string, string>;
    /** The request for the document itself, not one that a reader tries out. */
    readonly loadSpec?: boolean;
  }

  interface Options {
    readonly url: string;
    readonly domNode: HTMLElement;
    readonly deepLinking: boolean;
    readonly validatorUrl: null;
    readonly tryItOutEnabled: boolean;
    readonly defaultModelsExpandDepth: number;
    readonly requestInterceptor: (request: SwaggerRequest) => Promise<SwaggerRequest>;
    readonly plugins: readonly object[];
  }

  export default function SwaggerUI(options: Options): unknown;
}
