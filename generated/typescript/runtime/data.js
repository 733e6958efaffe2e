// What the generated modules hold: the rules of each request, and what is known of the service.
export {};
